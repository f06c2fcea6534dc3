package dev.smalti.lang.reference;

/** Roundings of floating-point numbers to whole ones, all of them exact. */
public final class Rounding {
  private Rounding() {}

  /**
   * The nearest whole number, of two equally near the one away from 0. NaN, infinities and zeros
   * stay as they are, and the sign stays.
   *
   * @param x the number
   * @return the whole number
   */
  public static double round(double x) {
    double a = Math.abs(x);
    double whole = Math.floor(a);
    return Math.copySign(a - whole >= 0.5 ? whole + 1 : whole, x);
  }

  /**
   * The whole number that is left without the fraction. NaN, infinities and zeros stay as they are,
   * and the sign stays.
   *
   * @param x the number
   * @return the whole number
   */
  public static double trunc(double x) {
    return Math.copySign(Math.floor(Math.abs(x)), x);
  }
}

package dev.smalti.lang;

/**
 * An operator that makes one value of two, as an argument: {@link Tile#combine(Tile, Reduce)}. All
 * are associative up to rounding, and commutative.
 */
public enum Reduce {
  /** The sum, {@link Tile#add(Tile)}. */
  SUM,
  /** The greater one, {@link Tile#max(Tile)}. */
  MAX,
  /** The smaller one, {@link Tile#min(Tile)}. */
  MIN,
  /** The product, {@link Tile#mul(Tile)}. */
  PROD,
  /** Bits that both have, {@link Tile#and(Tile)}; of integers and truth values. */
  AND,
  /** Bits that one has, {@link Tile#or(Tile)}; of integers and truth values. */
  OR,
  /** Bits that differ, {@link Tile#xor(Tile)}; of integers and truth values. */
  XOR
}

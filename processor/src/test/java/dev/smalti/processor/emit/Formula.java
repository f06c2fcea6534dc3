package dev.smalti.processor.emit;

import java.util.Map;

/** Evaluates a number of a header, such as {@code 12 * rows * columns + min(n, 4)}. */
final class Formula {
  private final String text;
  private final Map<String, Long> values;
  private int at;

  private Formula(String text, Map<String, Long> values) {
    this.text = text.replace(" ", "");
    this.values = values;
  }

  static long of(String text, Map<String, Long> values) {
    Formula formula = new Formula(text, values);
    long value = formula.sum();
    if (formula.at < formula.text.length()) {
      throw new IllegalArgumentException(text + ": what is " + formula.text.substring(formula.at));
    }
    return value;
  }

  private long sum() {
    boolean negative = take('-');
    long sum = product();
    sum = negative ? -sum : sum;
    while (at < text.length()) {
      if (take('+')) {
        sum += product();
      } else if (take('-')) {
        sum -= product();
      } else {
        break;
      }
    }
    return sum;
  }

  private long product() {
    long product = factor();
    while (at < text.length()) {
      if (take('*')) {
        product *= factor();
      } else if (take('/')) {
        product /= factor();
      } else if (take('%')) {
        product %= factor();
      } else {
        break;
      }
    }
    return product;
  }

  private long factor() {
    if (take('(')) {
      long inner = sum();
      expect(')');
      return inner;
    }
    int from = at;
    while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
      at++;
    }
    String word = text.substring(from, at);
    if (word.equals("min") || word.equals("max")) {
      expect('(');
      long a = sum();
      expect(',');
      long b = sum();
      expect(')');
      return word.equals("min") ? Math.min(a, b) : Math.max(a, b);
    }
    if (word.chars().allMatch(Character::isDigit) && !word.isEmpty()) {
      return Long.parseLong(word);
    }
    Long value = values.get(word);
    if (value == null) {
      throw new IllegalArgumentException(text + ": no value for '" + word + "'");
    }
    return value;
  }

  private boolean take(char letter) {
    if (at < text.length() && text.charAt(at) == letter) {
      at++;
      return true;
    }
    return false;
  }

  private void expect(char letter) {
    if (!take(letter)) {
      throw new IllegalArgumentException(text + ": no '" + letter + "' at " + at);
    }
  }
}

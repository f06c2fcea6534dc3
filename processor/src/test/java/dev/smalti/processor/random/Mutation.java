package dev.smalti.processor.random;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A source with one edit, as a typing error makes it or a careless change.
 *
 * @param source after the edit
 * @param line where it is, from 1
 * @param what was done
 * @param names what was removed or put in, and names of that line
 */
record Mutation(String source, int line, String what, Set<String> names) {
  private static final Pattern TOKEN =
      Pattern.compile("[A-Za-z_][A-Za-z_0-9]*|[0-9][0-9A-Za-z_.]*|\"[^\"\\n]*\"|[^\\sA-Za-z_0-9]");
  private static final List<String> NUMBERS = List.of("0", "1", "-1", "2", "7", "1000000");
  private static final List<String> SIGNS = List.of("+", "-", "*", "/", "<", ">", "=", "!", "%");
  private static final List<String> EXTENTS = List.of("n", "1", "rows", "7", "ranks", "m", "2 * n");
  private static final List<String> CHARACTERS =
      List.of("x", "0", ".", ",", ";", "(", ")", "{", "}", "\"", "@", "\\", "é", "<");

  private record Token(int from, int to, String text) {
    boolean isName() {
      return Character.isLetter(text.charAt(0));
    }

    boolean isNumber() {
      return Character.isDigit(text.charAt(0));
    }
  }

  /** An edit at random, of what is neither an import nor a comment. */
  static Mutation of(String source, Random random) {
    List<Token> tokens = tokens(source);
    Token token = tokens.get(random.nextInt(tokens.size()));
    Token next = tokens.get(Math.min(tokens.indexOf(token) + 1, tokens.size() - 1));
    return switch (random.nextInt(12)) {
      case 0 -> edit(source, token, "", "left out");
      case 1 -> edit(source, token, token.text() + " " + token.text(), "doubled");
      case 2 -> {
        int at = random.nextInt(token.text().length());
        String text =
            token.text().substring(0, at) + any(CHARACTERS, random) + token.text().substring(at);
        yield edit(source, token, text, "a character put in");
      }
      case 3 -> {
        int at = random.nextInt(token.text().length());
        String text = token.text().substring(0, at) + token.text().substring(at + 1);
        yield edit(source, token, text, "a character left out");
      }
      case 4 -> {
        Token both = new Token(token.from(), next.to(), source.substring(token.from(), next.to()));
        yield edit(source, both, next.text() + " " + token.text(), "swapped with the next");
      }
      default -> edit(source, token, other(token, tokens, source, random), "replaced");
    };
  }

  /** Something of the same kind: a method for a method, a type or constant for such a one. */
  private static String other(Token token, List<Token> tokens, String source, Random random) {
    if (token.isName()) {
      List<String> alike =
          tokens.stream()
              .filter(other -> other.isName() && kind(other, source).equals(kind(token, source)))
              .map(Token::text)
              .distinct()
              .toList();
      return any(alike, random);
    }
    if (token.isNumber()) {
      return any(NUMBERS, random);
    }
    if (token.text().startsWith("\"")) {
      String inside = token.text().substring(1, token.text().length() - 1);
      return "\"" + inside.replaceFirst("[a-z]+|[0-9]+", any(EXTENTS, random)) + "\"";
    }
    return any(SIGNS, random);
  }

  private static String kind(Token name, String source) {
    return Character.isUpperCase(name.text().charAt(0)) + " " + source.startsWith("(", name.to());
  }

  private static String any(List<String> list, Random random) {
    return list.get(random.nextInt(list.size()));
  }

  private static Mutation edit(String source, Token token, String text, String how) {
    String edited = source.substring(0, token.from()) + text + source.substring(token.to());
    int line = 1 + (int) source.substring(0, token.from()).chars().filter(c -> c == '\n').count();
    Set<String> names = new TreeSet<>();
    addNames(source.split("\n", -1)[line - 1], names);
    addNames(edited.split("\n", -1)[line - 1], names);
    return new Mutation(
        edited, line, "line " + line + ": " + token.text() + " " + how + ": " + text, names);
  }

  private static void addNames(String text, Set<String> names) {
    Matcher matcher = Pattern.compile("[A-Za-z_][A-Za-z_0-9]*").matcher(text);
    while (matcher.find()) {
      names.add(matcher.group());
    }
  }

  /** Whether a line of the edited source is at most one away, or speaks of what was edited. */
  boolean concerns(long other) {
    if (Math.abs(other - line) <= 1) {
      return true;
    }
    String[] lines = source.split("\n", -1);
    if (other < 1 || other > lines.length) {
      return false;
    }
    Set<String> there = new TreeSet<>();
    addNames(lines[(int) other - 1], there);
    there.retainAll(names);
    return !there.isEmpty();
  }

  private static List<Token> tokens(String source) {
    List<Token> tokens = new ArrayList<>();
    int from = source.indexOf("class ");
    Matcher matcher = TOKEN.matcher(source);
    while (matcher.find()) {
      int start = matcher.start();
      int begin = source.lastIndexOf('\n', start) + 1;
      String before = source.substring(begin, start);
      boolean comment =
          before.contains("//") || before.stripLeading().startsWith("*") || before.contains("/*");
      if (start >= from && !comment && !source.startsWith("/*", start)) {
        tokens.add(new Token(start, matcher.end(), matcher.group()));
      }
    }
    return tokens;
  }
}

package dev.smalti.processor.lower;

import dev.smalti.processor.ir.IrSyntaxException;
import dev.smalti.processor.resolve.NameTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The helpers of a class as they travel in its generated class.
 *
 * <p>A helper has no function of its own: the number of axes, the shapes, the constants, the plane
 * and the names of its variables are those of a call, and what is legal in it follows from them. So
 * it travels as it is before any call: its statements, the places of its statements, and what its
 * names mean. A call reads it as it would read the source, and gets the same function to the last
 * name.
 *
 * @param owner the canonical name of the class
 * @param file the simple name of its source file
 * @param names what names in the bodies mean
 * @param methods in the order of the source
 */
public record HelperForm(String owner, String file, NameTable names, List<Method> methods) {
  public HelperForm {
    methods = List.copyOf(methods);
  }

  /**
   * One helper.
   *
   * @param name its name
   * @param tag what tells it from other helpers of that name; mostly empty
   * @param line the number of its first line
   * @param lines its lines, whole, as they stand in the file
   * @param start where its declaration starts in {@code lines}
   * @param end where its declaration ends in {@code lines}
   */
  public record Method(String name, String tag, int line, String lines, int start, int end) {
    public Method {
      if (line < 1 || start < 0 || end < start || end > lines.length()) {
        throw new IllegalArgumentException(name + " at " + line + ": " + start + " to " + end);
      }
    }

    /** What stands before the declaration in its first line. */
    String before() {
      return lines.substring(0, start);
    }

    /** The declaration. */
    String declaration() {
      return lines.substring(start, end);
    }
  }

  /** The helper of this name and tag. */
  Optional<Method> method(String name, String tag) {
    return methods.stream()
        .filter(method -> method.name().equals(name) && method.tag().equals(tag))
        .findFirst();
  }

  /** The text form, which {@link #parse} reads. */
  public String print() {
    StringBuilder text = new StringBuilder();
    text.append("helpers ").append(owner).append(' ').append(file).append('\n');
    names.lines().forEach(line -> text.append(line).append('\n'));
    for (Method method : methods) {
      text.append(
          "method %s%s %d %d %d %d\n"
              .formatted(
                  method.name(),
                  method.tag().isEmpty() ? "" : "~" + method.tag(),
                  method.line(),
                  method.start(),
                  method.end(),
                  method.lines().length()));
      text.append(method.lines()).append('\n');
    }
    return text.toString();
  }

  /**
   * Reads the text form.
   *
   * @throws IrSyntaxException if it is none
   */
  public static HelperForm parse(String text) {
    return new Reader(text).form();
  }

  private static final class Reader {
    private final String text;
    private int at;
    private int line;

    Reader(String text) {
      this.text = text;
    }

    HelperForm form() {
      String[] head = next().split(" ", 3);
      require(head.length == 3 && head[0].equals("helpers"), "the helpers of a class");
      NameTable names = NameTable.EMPTY;
      List<Method> methods = new ArrayList<>();
      while (at < text.length()) {
        String entry = next();
        if (entry.startsWith("method ")) {
          methods.add(method(entry.split(" ", -1)));
        } else {
          Optional<NameTable> more = names.with(entry);
          require(more.isPresent(), "a name or a method");
          names = more.orElseThrow();
        }
      }
      return new HelperForm(head[1], head[2], names, methods);
    }

    private Method method(String[] words) {
      require(words.length == 6, "a method with four numbers");
      int[] numbers = new int[4];
      try {
        for (int i = 0; i < numbers.length; i++) {
          numbers[i] = Integer.parseInt(words[i + 2]);
        }
        int end = Math.addExact(at, numbers[3]);
        require(numbers[3] >= 0 && end < text.length(), "the lines of the method");
        String lines = text.substring(at, end);
        at = end + 1;
        String[] name = words[1].split("~", 2);
        return new Method(
            name[0], name.length == 1 ? "" : name[1], numbers[0], lines, numbers[1], numbers[2]);
      } catch (IllegalArgumentException | ArithmeticException wrong) {
        throw expected("a method with four numbers that fit");
      }
    }

    private String next() {
      line++;
      int end = text.indexOf('\n', at);
      require(end >= 0, "an end of the line");
      String next = text.substring(at, end);
      at = end + 1;
      return next;
    }

    private void require(boolean right, String what) {
      if (!right) {
        throw expected(what);
      }
    }

    private IrSyntaxException expected(String what) {
      return new IrSyntaxException(Math.max(1, line), 1, "expected " + what);
    }
  }
}

package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Origin;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps methods small: HotSpot never compiles a method of more than 8000 bytecodes, and is slow
 * with half of that. Where a block is long, runs of its statements become methods of their own,
 * which take the locals they use as parameters.
 */
final class Splitter {
  /** Estimated bytecodes of a method that stays whole. */
  static final int LIMIT = 2400;

  /** A part of a body as a method. */
  record Part(String name, List<Local> parameters, String body, Origin origin) {}

  private final Map<String, Local> locals = new LinkedHashMap<>();
  private final Map<String, Integer> methodNames = new LinkedHashMap<>();
  private final List<Part> parts = new ArrayList<>();
  private final String prefix;

  /**
   * For one body.
   *
   * @param prefix how the names of its parts start
   */
  Splitter(String prefix) {
    this.prefix = prefix;
  }

  /** A local that parts may take as a parameter. */
  void declare(Local local) {
    locals.put(local.name(), local);
  }

  /** How many locals there are; those that follow belong to what is written next. */
  int mark() {
    return locals.size();
  }

  /** Locals that were declared behind a mark. */
  List<Local> since(int mark) {
    return locals.values().stream().skip(mark).toList();
  }

  List<Part> parts() {
    return List.copyOf(parts);
  }

  /** The code of a block: all pieces, or calls of parts for runs of them. */
  String join(List<Piece> pieces) {
    String whole = text(pieces);
    // There are no more tokens than characters: most blocks are short enough at a glance.
    if (whole.length() * 3 / 2 <= LIMIT
        || pieces.stream().mapToInt(p -> estimate(p.text())).sum() <= LIMIT) {
      return whole;
    }
    StringBuilder block = new StringBuilder();
    List<Piece> run = new ArrayList<>();
    int size = 0;
    for (int i = 0; i < pieces.size(); i++) {
      Piece piece = pieces.get(i);
      int next = estimate(piece.text());
      if (piece.movable() && !isUsed(declared(run), List.of(piece))) {
        block.append(piece.text());
      } else if (piece.pinned() || isUsed(piece.declares(), pieces.subList(i + 1, pieces.size()))) {
        block.append(part(run)).append(piece.text());
        run.clear();
        size = 0;
      } else {
        if (size + next > LIMIT) {
          block.append(part(run));
          run.clear();
          size = 0;
        }
        run.add(piece);
        size += next;
      }
    }
    return block.append(part(run)).toString();
  }

  private static List<Local> declared(List<Piece> pieces) {
    return pieces.stream().flatMap(piece -> piece.declares().stream()).toList();
  }

  private static String text(List<Piece> pieces) {
    StringBuilder text = new StringBuilder();
    pieces.forEach(piece -> text.append(piece.text()));
    return text.toString();
  }

  private String part(List<Piece> run) {
    String body = text(run);
    if (run.isEmpty() || estimate(body) < 60) {
      return body;
    }
    List<String> inside = run.stream().flatMap(p -> p.inside().stream()).map(Local::name).toList();
    List<String> words = words(body);
    List<Local> parameters =
        locals.values().stream()
            .filter(local -> words.contains(local.name()) && !inside.contains(local.name()))
            .toList();
    String name = methodName(run.getFirst().origin().line());
    parts.add(new Part(name, parameters, body, run.getFirst().origin()));
    return name + "(" + String.join(", ", parameters.stream().map(Local::name).toList()) + ");\n";
  }

  private String methodName(int line) {
    String name = prefix + line;
    int count = methodNames.merge(name, 1, Integer::sum);
    return count == 1 ? name : name + "Part" + count;
  }

  private static boolean isUsed(List<Local> declared, List<Piece> later) {
    if (declared.isEmpty()) {
      return false;
    }
    List<String> names = declared.stream().map(Local::name).toList();
    return later.stream().anyMatch(p -> words(p.text()).stream().anyMatch(names::contains));
  }

  /**
   * The names in code that may be locals; a routine may be named as one: {@code float rowMax =
   * rowMax(t, s, n)}.
   */
  static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    Tokens tokens = new Tokens(Api.withoutMarks(text));
    while (tokens.next()) {
      if (tokens.mayBeLocal()) {
        words.add(tokens.text());
      }
    }
    return words;
  }

  /** Roughly how many bytecodes the code becomes; a test compares. */
  static int estimate(String text) {
    int count = 0;
    Tokens tokens = new Tokens(text);
    while (tokens.next()) {
      if (!tokens.isComment()) {
        count++;
      }
    }
    return count * 3 / 2;
  }
}

package dev.smalti.examples.conformance;

import java.util.stream.Stream;

/**
 * A row of the table of conformance.
 *
 * @param id such as {@code A1}, once in the table
 * @param program what the program does, or what is wrong with it
 * @param outcome what becomes of it
 */
record Row(String id, String program, Outcome outcome) {
  /** A program that is compiled and run, and compared bit for bit. */
  static Row runs(String id, String program, String result, Worlds worlds) {
    return new Row(id, program, new Outcome.Runs(result, worlds));
  }

  /** A program as in {@link #runs}, of which only the part of the worker is missing. */
  static Row butForWorker(String id, String program, String result, Worlds worlds, String missing) {
    return new Row(id, program, new Outcome.ButForWorker(result, worlds, missing));
  }

  /** A source of that name in the folder {@code rejected}, whose marked lines are errors. */
  static Row rejected(String id, String program) {
    return new Row(id, program, new Outcome.Rejected());
  }

  /** A source of that name in the folder {@code accepted}, which is compiled and checks itself. */
  static Row accepted(String id, String program, String instead) {
    return new Row(id, program, new Outcome.Accepted(instead));
  }

  /** A source as in {@link #accepted}, which is refused when it runs, and returns the messages. */
  static Row refusedWhenRun(String id, String program) {
    return new Row(id, program, new Outcome.RefusedWhenRun());
  }

  /** A program that cannot be written down. */
  static Row inexpressible(String id, String program, String type, String reason) {
    return new Row(id, program, new Outcome.Inexpressible(type, reason));
  }

  /** A program that needs the part of the worker that is missing. */
  static Row worker(String id, String program, String missing) {
    return new Row(id, program, new Outcome.Worker(missing));
  }

  /** Where it runs, if it does. */
  Stream<Worlds> worlds() {
    return switch (outcome) {
      case Outcome.Runs(_, Worlds worlds) -> Stream.of(worlds);
      case Outcome.ButForWorker(_, Worlds worlds, _) -> Stream.of(worlds);
      case Outcome.Rejected _,
          Outcome.Accepted _,
          Outcome.RefusedWhenRun _,
          Outcome.Inexpressible _,
          Outcome.Worker _ ->
          Stream.empty();
    };
  }
}

package dev.smalti.processor;

import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.Printer;
import dev.smalti.processor.message.Code;
import dev.smalti.processor.message.Diagnostics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import javax.inject.Inject;

/**
 * Writes the intermediate representation of a function after each pass: {@code
 * DIR/app.Ring.step/08-fuse-rows.ir}, {@code 00-front-end.ir} first.
 */
final class Dump {
  private final Optional<Path> directory;
  private final Diagnostics diagnostics;

  @Inject
  Dump(Options options, Diagnostics diagnostics) {
    this.directory = options.dump();
    this.diagnostics = diagnostics;
  }

  /**
   * Writes one file, if a dump was asked for.
   *
   * @param stage number and name of the pass
   */
  void write(String stage, Function function) {
    directory.ifPresent(root -> write(root, stage, function));
  }

  private void write(Path root, String stage, Function function) {
    Path file = root.resolve(function.id().toString()).resolve(stage + ".ir");
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, Printer.print(function));
    } catch (IOException failure) {
      diagnostics.error(
          Code.UNKNOWN_OPTION,
          "-Asmalti.dump: " + file + " cannot be written: " + failure,
          "Name a directory that can be made and written.");
    }
  }
}

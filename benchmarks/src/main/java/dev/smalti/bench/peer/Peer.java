package dev.smalti.bench.peer;

import java.nio.file.Path;
import java.util.Optional;

/** Something from elsewhere, made ready to be measured, or why it is not. */
public sealed interface Peer {
  /**
   * It is ready.
   *
   * @param made the library, the program or the folder of classes
   */
  record Ready(Path made) implements Peer {}

  /**
   * It is not.
   *
   * @param why what is missing, and the command that installs it
   */
  record Missing(String why) implements Peer {}

  /** What was made, if it was. */
  default Optional<Path> ready() {
    return this instanceof Ready(Path made) ? Optional.of(made) : Optional.empty();
  }

  /** Why it is missing, if it is. */
  default Optional<String> missing() {
    return this instanceof Missing(String why) ? Optional.of(why) : Optional.empty();
  }
}

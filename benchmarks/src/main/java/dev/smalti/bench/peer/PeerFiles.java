package dev.smalti.bench.peer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The folder of what comes from elsewhere. Nobody changes these files, so that a ratio means the
 * same in every run; their hashes stand beside the numbers.
 *
 * @param folder where they are
 */
public record PeerFiles(Path folder) {
  /** SHA-256 of each file, by its name. */
  public Map<String, String> hashes() throws IOException {
    Map<String, String> hashes = new TreeMap<>();
    for (Path file : files()) {
      String name = folder.relativize(file).toString().replace('\\', '/');
      hashes.put(name, HexFormat.of().formatHex(sha256().digest(Files.readAllBytes(file))));
    }
    return hashes;
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** One of the files. */
  public Path file(String name) {
    return folder.resolve(name);
  }
}

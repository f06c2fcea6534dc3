package dev.smalti.bench.peer;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.spi.ToolProvider;

/**
 * Compiles the peers as their authors say.
 *
 * @param files the sources
 * @param directory where the results go
 * @param compiler the C compiler, {@code gcc}
 */
public record PeerBuild(PeerFiles files, Path directory, String compiler) {
  private static final String OPEN_MPI = "openmpi-bin libopenmpi-dev";

  /** The intrinsics in C, a library. */
  public Peer intrinsics() throws IOException, InterruptedException {
    return gcc(
        "libavx2.so",
        "kernels_avx2.c",
        List.of("-O3", "-march=native", "-shared", "-fPIC"),
        List.of("-lm"));
  }

  /** The same in plain C, a library. */
  public Peer portable() throws IOException, InterruptedException {
    return gcc(
        "libportable.so",
        "kernels_portable.c",
        List.of("-O3", "-march=native", "-shared", "-fPIC"),
        List.of("-lm"));
  }

  /** What PyTorch runs as TorchScript, a folder of files. */
  public Peer torchScripts() throws IOException, InterruptedException {
    Path scripts = Files.createDirectories(directory.resolve("torchscript")).toAbsolutePath();
    return made(
        scripts,
        List.of("python3", files.file("torchscript_peers.py").toString(), scripts.toString()),
        "torchscript_peers.py",
        "python3");
  }

  /** What memory gives to plain C, a program. */
  public Peer memoryLimit() throws IOException, InterruptedException {
    return gcc(
        "memory_limit", "memory_limit.c", List.of("-O3", "-march=native", "-pthread"), List.of());
  }

  /**
   * Collectives of MPI, a program for {@code mpirun}.
   *
   * @param wrapper the C compiler that MPI comes with, {@code mpicc}
   */
  public Peer mpi(String wrapper) throws IOException, InterruptedException {
    String source = "mpi_collectives.c";
    Path made = Files.createDirectories(directory).resolve("coll").toAbsolutePath();
    Peer compiled =
        made(
            made,
            List.of(
                wrapper,
                "-O3",
                "-march=native",
                files.file(source).toString(),
                "-o",
                made.toString()),
            source,
            OPEN_MPI);
    return compiled.missing().isPresent()
        ? compiled
        : made(made, List.of("mpirun", "--version"), source, OPEN_MPI);
  }

  /** The collectives that were written by hand in Java, a folder of classes. */
  public Peer twin() throws IOException {
    Path classes = Files.createDirectories(directory.resolve("twin"));
    ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
    int status =
        javac.run(
            System.out,
            System.err,
            "-nowarn",
            "-XDignore.symbol.file",
            "-Xlint:none",
            "-proc:none",
            "--add-modules=jdk.incubator.vector",
            "-d",
            classes.toString(),
            files.file("twin/Coll.java").toString());
    return status == 0
        ? new Peer.Ready(classes)
        : new Peer.Missing("javac does not compile twin/Coll.java, see above");
  }

  private Peer gcc(String result, String source, List<String> options, List<String> libraries)
      throws IOException, InterruptedException {
    Path made = Files.createDirectories(directory).resolve(result).toAbsolutePath();
    List<String> command = new ArrayList<>();
    command.add(compiler);
    command.addAll(options);
    command.addAll(List.of(files.file(source).toString(), "-o", made.toString()));
    command.addAll(libraries);
    return made(made, command, source, "gcc");
  }

  /** Runs a command that makes something. */
  private static Peer made(Path made, List<String> command, String source, String install)
      throws IOException, InterruptedException {
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException absent) {
      return new Peer.Missing(
          "%s needs %s, which is not here: apt-get install -y %s"
              .formatted(source, command.getFirst(), install));
    }
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), Charset.defaultCharset());
    return process.waitFor() == 0
        ? new Peer.Ready(made)
        : new Peer.Missing(refused(source, output));
  }

  private static String refused(String source, String output) {
    Optional<String> error = output.lines().filter(line -> line.contains("error")).findFirst();
    String first = error.or(() -> output.lines().findFirst()).orElse("nothing was printed");
    return first.contains("stdio.h") || first.contains("math.h")
        ? source + " needs the C library: apt-get install -y gcc libc6-dev"
        : source + " is not for this machine: " + first.strip();
  }
}

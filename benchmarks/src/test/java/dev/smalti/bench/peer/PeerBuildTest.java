package dev.smalti.bench.peer;

import static com.google.common.truth.Truth.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PeerBuildTest {
  @TempDir private Path directory;

  private PeerBuild build(String compiler) {
    return new PeerBuild(new PeerFiles(directory), directory.resolve("made"), compiler);
  }

  @Test
  void withoutTheCompilerItSaysWhatInstallsIt() throws Exception {
    assertThat(build("no-such-gcc").intrinsics())
        .isEqualTo(
            new Peer.Missing(
                "kernels_avx2.c needs no-such-gcc, which is not here: apt-get install -y gcc"));
  }

  @Test
  void withoutMpiItSaysWhatInstallsIt() throws Exception {
    assertThat(build("gcc").mpi("no-such-mpicc"))
        .isEqualTo(
            new Peer.Missing(
                "mpi_collectives.c needs no-such-mpicc, which is not here: apt-get install -y"
                    + " openmpi-bin libopenmpi-dev"));
  }

  /** Stands for gcc on a machine that has no AVX2. */
  @Test
  void whatTheCompilerRefusesIsNotForThisMachine() throws Exception {
    Path compiler = directory.resolve("refusing");
    Files.writeString(compiler, "#!/bin/sh\necho 'k.c:3: error: no such target'\nexit 1\n");
    assertThat(compiler.toFile().setExecutable(true)).isTrue();
    assertThat(build(compiler.toString()).memoryLimit())
        .isEqualTo(
            new Peer.Missing(
                "memory_limit.c is not for this machine: k.c:3: error: no such target"));
  }

  @Test
  void hashesAreThoseOfTheBytes() throws Exception {
    Files.createDirectory(directory.resolve("sub"));
    Files.writeString(directory.resolve("sub/abc"), "abc");
    assertThat(new PeerFiles(directory).hashes())
        .containsExactly(
            "sub/abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }
}

package dev.smalti.bench.kernel;

import dev.smalti.bench.peer.Intrinsics;
import dev.smalti.bench.peer.OpenBlas;
import dev.smalti.bench.peer.Portable;
import dev.smalti.bench.peer.Torch;
import java.nio.file.Path;

/**
 * Where the peers are that are files; empty if one is not.
 *
 * @param intrinsics {@code kernels_avx2.c}, compiled
 * @param portable {@code kernels_portable.c}, compiled
 * @param openBlas OpenBLAS
 * @param torchScripts the folder of what {@code torchscript_peers.py} writes
 */
public record Libraries(String intrinsics, String portable, String openBlas, String torchScripts) {
  Intrinsics loadIntrinsics() {
    return Intrinsics.load(Path.of(intrinsics));
  }

  Portable loadPortable() {
    return Portable.load(Path.of(portable));
  }

  OpenBlas loadOpenBlas() {
    return OpenBlas.load(Path.of(openBlas));
  }

  Torch loadTorch() {
    return Torch.load(Path.of(torchScripts));
  }
}

package dev.smalti.bench;

import dev.smalti.bench.kernel.Competitor;
import dev.smalti.bench.kernel.Libraries;
import dev.smalti.bench.peer.OpenBlas;
import dev.smalti.bench.peer.Peer;
import dev.smalti.bench.peer.PeerBuild;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The peers of the table of kernels.
 *
 * @param intrinsics the library in C with intrinsics
 * @param portable the one in plain C
 * @param openBlas what the system has
 * @param torchScripts the folder of functions for libtorch
 */
record KernelPeers(Peer intrinsics, Peer portable, Peer openBlas, Peer torchScripts) {
  static KernelPeers find(PeerBuild build) throws IOException, InterruptedException {
    return new KernelPeers(
        build.intrinsics(), build.portable(), OpenBlas.find(), build.torchScripts());
  }

  /** Why one is missing, if it is. Those in Java come with the class path. */
  Optional<String> missing(Competitor who) {
    return switch (who) {
      case SMALTI_HEAP, SMALTI_NATIVE, SMALTI_F32, TORCH, TORCH_EAGER, ND4J, EJML ->
          Optional.empty();
      case INTRINSICS -> intrinsics.missing();
      case GCC -> portable.missing();
      case OPENBLAS, OPENBLAS_ON_TWO -> openBlas.missing();
      case TORCH_FUSED, TORCH_COMPOSED -> torchScripts.missing();
    };
  }

  Libraries libraries() {
    return new Libraries(text(intrinsics), text(portable), text(openBlas), text(torchScripts));
  }

  private static String text(Peer peer) {
    return peer.ready().map(Path::toString).orElse("");
  }

  /** The environment of a JVM: how many threads libraries take. */
  static Map<String, String> environment(Competitor.Library library) {
    String threads = library == Competitor.Library.OPENBLAS_ON_TWO ? "2" : "1";
    return Map.of(
        "OMP_NUM_THREADS", threads, "OPENBLAS_NUM_THREADS", threads, "MKL_NUM_THREADS", threads);
  }

  /** What a JVM is told: where libraries unpack themselves, and that DJL looks nothing up. */
  static List<String> options(Competitor.Library library, Path unpacked) {
    return switch (library) {
      case NONE, OPENBLAS, OPENBLAS_ON_TWO, EJML -> List.of();
      case TORCH ->
          List.of(
              "-Dai.djl.offline=true",
              "-DDJL_CACHE_DIR=" + unpacked,
              "-Dai.djl.pytorch.num_threads=1",
              "-Dai.djl.pytorch.num_interop_threads=1");
      case ND4J -> List.of("-Dorg.bytedeco.javacpp.cachedir=" + unpacked);
    };
  }
}

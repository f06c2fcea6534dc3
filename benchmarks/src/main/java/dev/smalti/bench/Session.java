package dev.smalti.bench;

import dev.smalti.bench.peer.PeerBuild;
import dev.smalti.bench.peer.PeerFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Some benchmarks, one after the other.
 *
 * @param plan how much
 * @param files the peers' files
 * @param build compiles them
 */
record Session(Plan plan, PeerFiles files, PeerBuild build) {
  private static final List<String> SOFTMAX = List.of("softmax-32x1024", "softmax-8192x1024");
  private static final List<String> ELEMENTWISE =
      List.of("axpb-65536", "axpb-16777216", "gelu-65536", "gelu-16777216");

  Report hold(List<String> names, Path directory, String command)
      throws IOException, InterruptedException {
    var surroundings = Surroundings.look(command, plan, build.compiler());
    List<Result> results = new ArrayList<>();
    List<Absent> absent = new ArrayList<>();
    List<Measured> runs = new ArrayList<>();
    for (String name : names) {
      Path work = Files.createDirectories(directory.resolve("work").resolve(name));
      Suite suite = suite(name, work);
      absent.addAll(suite.absent());
      for (Contest contest : suite.contests()) {
        System.err.println(contest.name() + " ...");
        try {
          Contest.Outcome outcome = contest.hold();
          runs.addAll(outcome.runs());
          outcome
              .rounds()
              .forEach((cell, rounds) -> results.add(new Result(cell, rounds, cell.judge(rounds))));
        } catch (IOException failed) { // The others are worth having.
          System.err.println(failed.getMessage());
          contest.cells().forEach(cell -> absent.add(failed(cell, failed)));
        }
      }
    }
    return new Report(
        surroundings, files.hashes(), results, absent, runs, ProcessorSuite.lines(results));
  }

  private static Absent failed(Cell cell, IOException failure) {
    return new Absent(cell.name(), cell.peer(), Absent.cause(failure));
  }

  private Suite suite(String name, Path work) throws IOException, InterruptedException {
    return switch (name) {
      case "softmax" -> kernels(work).of(plan.isQuick() ? List.of("softmax-4x128") : SOFTMAX);
      case "elementwise" ->
          kernels(work).of(plan.isQuick() ? List.of("axpb-4096", "gelu-4096") : ELEMENTWISE);
      case "allreduce" ->
          new AllReduceSuite(plan, Goals.read(), build.twin(), build.memoryLimit()).suite();
      case "processor" -> new ProcessorSuite(plan, work).suite();
      default -> throw new IllegalArgumentException("no benchmark is called " + name);
    };
  }

  private KernelSuite kernels(Path work) throws IOException, InterruptedException {
    return new KernelSuite(plan, Goals.read(), build.intrinsics(), work);
  }
}

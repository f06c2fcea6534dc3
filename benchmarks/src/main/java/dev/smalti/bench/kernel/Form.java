package dev.smalti.bench.kernel;

/** A workload as one competitor computes it. */
public interface Form extends Runnable {
  /** Computes the result. */
  @Override
  void run();

  /** Element i of what it computed last. */
  float result(int i);
}

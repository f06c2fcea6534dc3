package dev.smalti.bench;

import static com.google.common.truth.Truth.assertThat;

import org.junit.jupiter.api.Test;

final class TimingTest {
  /** Lines as the three kinds of programs print them, among others. */
  @Test
  void linesOfAllProgramsAreRead() {
    String mpi = "mpi allreduce P=2 n=65536 median_us=20.500 min_us=19.000\nwarning: no P\n";
    assertThat(Timing.parse("Open MPI", mpi))
        .containsExactly("Open MPI: allreduce P=2 n=65536", 20.5e-6);
    String twin =
        "java[thread,yield,flags,S=100,Y=inf,thp] push P=4 n=1024 median_us=3.000 min_us=2.0\n";
    assertThat(Timing.parse("by hand", twin)).containsExactly("by hand: push P=4 n=1024", 3e-6);
    Timing ours = new Timing("smalti", "bcast", 8, 8);
    assertThat(ours.line(1.25e-6)).isEqualTo("smalti bcast P=8 n=8 median_us=1.250");
    assertThat(Timing.parse("smalti", ours.line(1.25e-6) + "\n"))
        .containsExactly(ours.toString(), 1.25e-6);
  }

  @Test
  void sizesAreReadable() {
    assertThat(Timing.size(8)).isEqualTo("8 B");
    assertThat(Timing.size(64 << 10)).isEqualTo("64 KiB");
    assertThat(Timing.size(16 << 20)).isEqualTo("16 MiB");
    assertThat(Timing.size(4L << 30)).isEqualTo("4096 MiB");
    assertThat(Timing.size(1536)).isEqualTo("1536 B");
  }
}

package dev.smalti.bench;

import java.util.List;
import java.util.Optional;

/**
 * A cell that a benchmark wants to measure.
 *
 * @param cell which one
 * @param missing why it cannot, if so
 */
record Candidate(Cell cell, Optional<String> missing) {
  /** Those that can be measured. */
  static List<Cell> present(List<Candidate> candidates) {
    return candidates.stream()
        .filter(candidate -> candidate.missing().isEmpty())
        .map(Candidate::cell)
        .toList();
  }

  /** Those that cannot. */
  static List<Absent> absent(List<Candidate> candidates) {
    return candidates.stream().flatMap(candidate -> candidate.absent().stream()).toList();
  }

  private Optional<Absent> absent() {
    return missing.map(why -> new Absent(cell.name(), cell.peer(), why));
  }
}

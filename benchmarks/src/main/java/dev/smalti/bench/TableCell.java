package dev.smalti.bench;

import dev.smalti.bench.gate.Judgement;
import dev.smalti.bench.gate.Round;
import java.util.List;

/** A cell of a table that is agreed on: what is measured, and what must come out. */
sealed interface TableCell permits KernelCell, CollectiveCell {
  /** Which row of the table. */
  int row();

  /** What is measured. */
  String name();

  /** What it is compared with. */
  String peer();

  /** The ratio, or the seconds, that are asked for. */
  double must();

  /** What would be better still. */
  double aim();

  /** Whether it is seconds that count, without a peer. */
  boolean isInSeconds();

  /** What its rounds say. */
  Judgement judge(List<Round> rounds);
}

package dev.smalti.bench;

import dev.smalti.bench.gate.Judgement;
import dev.smalti.bench.gate.Round;
import java.util.List;

/**
 * A cell that was measured.
 *
 * @param cell which one
 * @param rounds those of all its runs
 * @param judgement what they say
 */
record Result(Cell cell, List<Round> rounds, Judgement judgement) {}

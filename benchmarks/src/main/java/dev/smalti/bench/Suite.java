package dev.smalti.bench;

import java.util.List;

/**
 * The contests of a benchmark.
 *
 * @param contests what can be measured here
 * @param absent what cannot
 */
record Suite(List<Contest> contests, List<Absent> absent) {}

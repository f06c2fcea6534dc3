package dev.smalti.bench;

/**
 * A cell that cannot be measured, which is as good as missed.
 *
 * @param name what would be measured
 * @param peer what it would be compared with
 * @param why what is missing, and what to do
 */
record Absent(String name, String peer, String why) {}

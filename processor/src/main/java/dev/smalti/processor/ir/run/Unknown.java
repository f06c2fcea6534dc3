package dev.smalti.processor.ir.run;

/**
 * In place of a value that is not known while only communication is run.
 *
 * @param reason what it depends on, as a clause
 */
record Unknown(String reason) {}

/**
 * The collectives: annotated methods only, compiled by the processor. This version has none yet;
 * the artefact is the one dependency of a user's project and brings the language and the runtime.
 */
@NullMarked
package dev.smalti.collectives;

import org.jspecify.annotations.NullMarked;

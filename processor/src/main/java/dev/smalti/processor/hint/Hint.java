package dev.smalti.processor.hint;

import dev.smalti.processor.ir.Span;
import dev.smalti.processor.message.Code;
import java.util.List;

/**
 * Something that costs time and that the source does not show.
 *
 * @param code which kind
 * @param at the operation in the user's source
 * @param text what happens, and why
 * @param details lines below: what led to it, where the data is, and last what to do
 */
public record Hint(Code code, Span at, String text, List<String> details) {
  public Hint {
    details = List.copyOf(details);
  }
}

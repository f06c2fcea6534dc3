package dev.smalti.processor.check;

import dev.smalti.processor.ir.Span;
import dev.smalti.processor.message.Code;
import java.util.List;

/**
 * Something wrong, or not decided, about the protocol of a program.
 *
 * @param code which kind
 * @param error whether the program is refused; else it is a note
 * @param at where the caret stands
 * @param text what is wrong
 * @param details the ranks that wait, and last what to do
 */
public record Finding(Code code, boolean error, Span at, String text, List<String> details) {
  public Finding {
    details = List.copyOf(details);
  }
}

package dev.smalti.processor.emit;

import java.util.List;

/**
 * The function that travels in an annotation of its generated class.
 *
 * @param version of the text's form
 * @param text the function as the front end read it
 * @param consumed qualified names of generated classes whose functions went into this one
 */
public record CarriedForm(int version, String text, List<String> consumed) {
  public CarriedForm {
    consumed = consumed.stream().sorted().distinct().toList();
  }
}

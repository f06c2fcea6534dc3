package dev.smalti.processor.pass;

import dev.smalti.processor.hint.Places;
import dev.smalti.processor.ir.Span;
import java.util.List;

/** Why a tile is not computed where it is used. */
enum Obstacle {
  SEVERAL_USES("%s uses it in more than one loop", "%s use it, each in a loop of its own"),
  PRODUCT("%s uses it more than once, and a product is computed once", SEVERAL_USES.ofMany),
  INNER_BLOCK("%s uses it in a loop or branch"),
  WHOLE("it rearranges or ranks elements in a loop of its own, before %s"),
  ARRANGED("what rearranges or ranks elements in %s starts from a tile"),
  TOO_LONG("with it the loop of %s would be longer than HotSpot compiles well"),
  FACTOR("the product of %s reads each of its elements many times"),
  STRETCHED("%s uses each of its elements many times"),
  TWO_PRODUCTS("%s has a product of its own, and a loop computes one"),
  FOLDED_PRODUCT("it is a product, and what folds or multiplies has none inside (%s)"),
  SUMS("the product of %s adds to it, and starts from memory or from a tile"),
  LATER("%s does something first that has to come after it"),
  COMMUNICATION("%s talks to other ranks in between"),
  STORE("%s may store to what it is computed from"),
  ASSIGNMENT("%s gives something that it is computed from another value"),
  WAY_OUT("%s may leave the block before"),
  OVERWRITTEN("%s stores to the memory that it comes from, at other places perhaps"),
  PEER_OVERWRITTEN("%s stores to the window that it comes from, and a peer may be this rank");

  private final String ofOne;
  private final String ofMany;

  Obstacle(String text) {
    this(text, text);
  }

  Obstacle(String ofOne, String ofMany) {
    this.ofOne = ofOne;
    this.ofMany = ofMany;
  }

  /** The reason, with the places that it speaks of. */
  String at(List<Span> places, Span from) {
    boolean one = places.stream().map(Span::line).distinct().count() < 2;
    return (one ? ofOne : ofMany).formatted(Places.lines(places, from));
  }

  /** Whether it is only because two memories may be the same that the tile is kept. */
  boolean isAlias() {
    return this == OVERWRITTEN || this == PEER_OVERWRITTEN;
  }
}

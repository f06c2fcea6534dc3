package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import java.util.ArrayList;
import java.util.List;

/**
 * A tensor, a window or a view of one, as locals of a generated method.
 *
 * @param name the user's name, for reports
 * @param element the element type
 * @param heap whether {@code data} is an array, otherwise a segment
 * @param data the local that holds the memory; of a window the own instance
 * @param window the local that holds the window, empty for a tensor
 * @param at the local with the offset of the first element, a {@code long}; empty for an array of
 *     the call's own, whose indices are {@code int}
 * @param strides one an axis but the last, whose stride is 1; each a {@code long}
 * @param shape the extents
 */
record Memory(
    String name,
    Element element,
    boolean heap,
    String data,
    String window,
    String at,
    List<String> strides,
    List<Dim> shape) {
  Memory {
    strides = List.copyOf(strides);
    shape = List.copyOf(shape);
  }

  /** An array that a call has for itself. */
  static Memory array(String name, Element element, String data, List<Dim> shape) {
    return new Memory(name, element, true, data, "", "", List.of(), shape);
  }

  boolean isArray() {
    return at.isEmpty();
  }

  /** The same place with rows of another length. */
  Memory withColumns(Dim columns) {
    List<Dim> wide = new ArrayList<>(shape);
    wide.set(wide.size() - 1, columns);
    return new Memory(name, element, heap, data, window, at, strides, wide);
  }

  /** The same place of a peer's instance. */
  Memory on(String peerData) {
    return new Memory(name, element, false, peerData, window, at, strides, shape);
  }

  /** The offset of an element, in elements; a {@code long}. */
  Java address(List<Java> indices) {
    if (isArray()) {
      return indices.getFirst();
    }
    Java address = Java.primary(at);
    for (int axis = 0; axis < indices.size(); axis++) {
      Java index = indices.get(axis);
      if (!index.isZero()) {
        Java distance =
            axis < strides.size() ? index.times(Java.primary(strides.get(axis))) : index;
        address = address.plus(distance);
      }
    }
    return address;
  }

  /** An offset in the unit that copies and accesses of this memory take. */
  Java position(Java address) {
    if (isArray()) {
      return address;
    }
    if (heap) {
      return Java.cast("int", address);
    }
    return element.bytes() == 1
        ? address
        : Java.primary(Integer.toString(element.bytes())).times(address);
  }

  /** Reads an element as a value to compute with. */
  Java read(List<Java> indices) {
    Java position = position(address(indices));
    Java stored =
        heap
            ? Java.primary(data + "[" + position.text() + "]")
            : Java.primary(
                data + ".get(" + Primitives.layout(element) + ", " + position.text() + ")");
    return Primitives.loaded(element, stored);
  }

  /** A statement that writes an element. */
  String write(List<Java> indices, Java value) {
    String position = position(address(indices)).text();
    String stored = Primitives.stored(element, value).text();
    return heap
        ? data + "[" + position + "] = " + stored + ";"
        : data + ".set(" + Primitives.layout(element) + ", " + position + ", " + stored + ");";
  }

  /** A statement that copies elements to an array. */
  String copyTo(String array, String index, Java address, String count) {
    String position = position(address).text();
    if (element == Element.BOOL) {
      return truth(position, array, index, count);
    }
    return heap
        ? Api.SYSTEM
            + ".arraycopy("
            + data
            + ", "
            + position
            + ", "
            + array
            + ", "
            + index
            + ", "
            + count
            + ");"
        : Api.SEGMENT
            + ".copy("
            + data
            + ", "
            + Primitives.layout(element)
            + ", "
            + position
            + ", "
            + array
            + ", "
            + index
            + ", "
            + count
            + ");";
  }

  /** A statement that copies elements from an array. */
  String copyFrom(String array, String index, Java address, String count) {
    String position = position(address).text();
    return heap
        ? Api.SYSTEM
            + ".arraycopy("
            + array
            + ", "
            + index
            + ", "
            + data
            + ", "
            + position
            + ", "
            + count
            + ");"
        : Api.SEGMENT
            + ".copy("
            + array
            + ", "
            + index
            + ", "
            + data
            + ", "
            + Primitives.layout(element)
            + ", "
            + position
            + ", "
            + count
            + ");";
  }

  /** Copies truth values: memory may hold other bytes than 0 and 1. */
  private String truth(String position, String target, String index, String count) {
    return "%s.copy(%s, %s, %s, %s, %s);"
        .formatted(Api.TRUTH_VALUES, data, position, target, index, count);
  }

  /** A statement that copies elements to other memory. */
  String copyTo(Java address, Memory target, Java targetAddress, Java count) {
    if (element == Element.BOOL) {
      String to = target.position(targetAddress).text();
      return truth(position(address).text(), target.data, to, count.text());
    }
    if (heap) {
      return target.copyFrom(data, position(address).text(), targetAddress, count.text());
    }
    if (target.heap) {
      return copyTo(target.data, target.position(targetAddress).text(), address, count.text());
    }
    Java bytes = element.bytes() == 1 ? count : Java.primary(element.bytes() + "L").times(count);
    return Api.SEGMENT
        + ".copy("
        + data
        + ", "
        + position(address).text()
        + ", "
        + target.data
        + ", "
        + target.position(targetAddress).text()
        + ", "
        + bytes.text()
        + ");";
  }
}

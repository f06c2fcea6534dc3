package dev.smalti.processor.ir;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A value of {@code rows x columns} elements, of which the origin-anchored box {@code validRows x
 * validColumns} holds values. A mask is a tile of {@link Element#BOOL}.
 *
 * @param element the element type
 * @param rows extent of the shape, at least 1
 * @param columns extent of the shape, at least 1
 * @param validRows at most {@code rows}
 * @param validColumns at most {@code columns}
 */
public record TileType(ElementType element, Dim rows, Dim columns, Dim validRows, Dim validColumns)
    implements Type {

  /** A tile of which every element is valid. */
  public static TileType of(ElementType element, Dim rows, Dim columns) {
    return new TileType(element, rows, columns, rows, columns);
  }

  public TileType withElement(ElementType other) {
    return new TileType(other, rows, columns, validRows, validColumns);
  }

  public boolean isFullyValid() {
    return rows.equals(validRows) && columns.equals(validColumns);
  }

  /** The valid box as a box of memory with so many axes: of the leading ones one element each. */
  public List<Dim> box(int axes) {
    List<Dim> box = new ArrayList<>(Collections.nCopies(Math.max(0, axes - 2), Dim.ONE));
    if (axes > 1) {
      box.add(validRows);
    }
    box.add(validColumns);
    return List.copyOf(box);
  }

  public boolean sameBox(TileType other) {
    return rows.equals(other.rows)
        && columns.equals(other.columns)
        && validRows.equals(other.validRows)
        && validColumns.equals(other.validColumns);
  }
}

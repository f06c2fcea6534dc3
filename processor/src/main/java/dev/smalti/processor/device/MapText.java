package dev.smalti.processor.device;

import dev.smalti.processor.ir.Function;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A memory map in columns. */
record MapText(Function function, MemoryMap map) {
  private static final List<String> TILES =
      List.of("space", "address", "bytes", "type", "shape", "lines", "tile");
  private static final List<String> TOTALS = List.of("space", "used", "capacity", "share");

  String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        "Memory of %s (%s:%d) on %s\n\n"
            .formatted(
                function.id().display(),
                function.span().file(),
                function.span().line(),
                map.device().display()));
    List<List<String>> tiles = new ArrayList<>(List.of(TILES));
    map.rows().forEach(row -> tiles.add(cells(row)));
    if (tiles.size() > 1) {
      text.append(table(tiles)).append('\n').append(table(totals()));
    } else {
      text.append("No tile has a place.\n");
    }
    List<MemoryMap.Unknown> unknown = map.unknown();
    if (!unknown.isEmpty()) {
      text.append("\nWithout a place, since their size is known at run time only:\n");
      unknown.forEach(
          tile ->
              text.append(
                  "%s, %s %s, line %d\n"
                      .formatted(tile.name(), tile.shape(), tile.type(), tile.span().line())));
    }
    return text.toString();
  }

  private static List<String> cells(MemoryMap.Row row) {
    return List.of(
        row.space().display(),
        String.format(Locale.ROOT, "0x%05x", row.address()),
        Long.toString(row.bytes()),
        row.type(),
        row.shape(),
        row.firstLine().equals(row.lastLine())
            ? row.firstLine()
            : row.firstLine() + ".." + row.lastLine(),
        row.name());
  }

  private List<List<String>> totals() {
    List<List<String>> totals = new ArrayList<>(List.of(TOTALS));
    for (Space space : Space.values()) {
      long used = map.used(space);
      long capacity = map.device().capacity(space);
      if (used > 0) {
        totals.add(
            List.of(
                space.display(),
                Long.toString(used),
                Long.toString(capacity),
                String.format(Locale.ROOT, "%.1f %%", 100.0 * used / capacity)));
      }
    }
    return totals;
  }

  private static String table(List<List<String>> rows) {
    StringBuilder table = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.size(); i++) {
        int column = i;
        int width = rows.stream().mapToInt(each -> each.get(column).length()).max().orElse(0);
        line.append(String.format(Locale.ROOT, "%-" + (width + 2) + "s", row.get(i)));
      }
      table.append(line.toString().stripTrailing()).append('\n');
    }
    return table.toString();
  }
}

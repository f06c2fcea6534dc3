package dev.smalti.processor.device;

import static com.google.common.truth.Truth.assertWithMessage;

import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Runs a kernel on memories that only know to whom each byte belongs: a statement finds its
 * operands where the map says, then its result takes its place. What is read again and again until
 * the result is there must not be under it. Knows nothing of lifetimes.
 */
final class Replay {
  private final MemoryMap map;
  private final String text;
  private final Map<Space, Map<Long, String>> memories = new EnumMap<>(Space.class);
  private final Map<String, Set<Space>> homes = new HashMap<>();
  private final Set<String> assigned = new HashSet<>();

  private Replay(Function function, MemoryMap map, String text) {
    new IrVisitor() {
      @Override
      public void assign(Variable variable) {
        assigned.add(variable.name());
      }
    }.function(function);
    this.map = map;
    this.text = text;
  }

  static void run(Function function, MemoryMap map, String text) {
    new Replay(function, map, text).block(function.body(), 0);
  }

  private void block(Block block, int round) {
    block.statements().forEach(stmt -> stmt(stmt, round));
  }

  private void stmt(Stmt stmt, int round) {
    switch (stmt) {
      case Stmt.Let let when let.value() instanceof Tile tile -> {
        find(tile);
        define(let.variable().name(), tile);
        findAgain(tile);
      }
      case Stmt.Assign assign when assign.value() instanceof Tile tile -> {
        find(tile);
        place(assign.variable().name());
      }
      case Stmt.Store store -> find(store.value());
      case Stmt.For loop -> {
        for (int i = 0; i < 3; i++) {
          block(loop.body(), i);
        }
      }
      case Stmt.If branch -> {
        block(round == 1 ? branch.then() : branch.otherwise(), round);
      }
      default -> throw new IllegalStateException(stmt.toString());
    }
  }

  /**
   * A loaded tile is wherever it is used, unless it is computed later; else a product is in Acc,
   * all others in Vec.
   */
  private void define(String name, Tile value) {
    Set<Space> home =
        switch (value) {
          case Tile.Matmul _ -> EnumSet.of(Space.ACC);
          case Tile.Load _ when !assigned.contains(name) -> EnumSet.of(Space.VEC, Space.MAT);
          default -> EnumSet.of(Space.VEC);
        };
    home.removeIf(space -> row(name, space).isEmpty());
    assertWithMessage("%s\n%s\n%s", name, map.text(), text).that(home).isNotEmpty();
    homes.put(name, home);
    place(name);
  }

  private Set<Space> home(String name) {
    return Objects.requireNonNull(homes.get(name), name);
  }

  private Map<Long, String> memory(Space space) {
    return memories.computeIfAbsent(space, _ -> new HashMap<>());
  }

  private void place(String name) {
    for (Space space : home(name)) {
      MemoryMap.Row row = row(name, space).orElseThrow();
      for (long at = 0; at < row.bytes(); at += 32) {
        memory(space).put(row.address() + at, name);
      }
    }
  }

  private void find(Tile value) {
    if (value instanceof Tile.Matmul product) {
      operands(product.accumulator()).forEach(name -> find(name, Space.ACC));
      operands(product.left()).forEach(name -> find(name, Space.MAT));
      operands(product.right()).forEach(name -> find(name, Space.MAT));
    } else {
      operands(value).forEach(name -> find(name, Space.VEC));
    }
  }

  /** The factors of a product and what is reduced are needed until the last element is written. */
  private void findAgain(Tile value) {
    switch (value) {
      case Tile.Matmul product -> {
        operands(product.left()).forEach(name -> find(name, Space.MAT));
        operands(product.right()).forEach(name -> find(name, Space.MAT));
      }
      case Tile.Reduce _ -> find(value);
      default -> {}
    }
  }

  /** Where it is used, or where it is first: it is moved from there then. */
  private void find(String name, Space wanted) {
    Set<Space> home = home(name);
    MemoryMap.Row row =
        row(name, home.contains(wanted) ? wanted : home.iterator().next()).orElseThrow();
    for (long at = 0; at < row.bytes(); at += 32) {
      assertWithMessage("%s at %s of %s\n%s\n%s", name, at, row.space(), map.text(), text)
          .that(memory(row.space()).get(row.address() + at))
          .isEqualTo(name);
    }
  }

  private Optional<MemoryMap.Row> row(String name, Space space) {
    return map.rows().stream().filter(row -> row.space() == space && isOf(row, name)).findFirst();
  }

  private static boolean isOf(MemoryMap.Row row, String name) {
    return List.of(row.name().split(", ")).contains(name);
  }

  private static List<String> operands(Tile tile) {
    List<String> names = new ArrayList<>();
    new IrVisitor() {
      @Override
      public void use(Variable variable) {
        if (variable.type() instanceof TileType) {
          names.add(variable.name());
        }
      }
    }.tile(tile);
    return names;
  }
}

package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tasks;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.ir.Variable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which scalars, and which views by where they lie, depend on elements or cells, whatever path is
 * taken: a skeleton has no values for them.
 */
final class DataDependent {
  /**
   * What a scalar depends on.
   *
   * @param memory whose element or cell
   * @param isCell whether it is a cell
   * @param place where it is read
   */
  record Cause(Variable memory, boolean isCell, String place) {}

  private final Map<String, Cause> causes = new HashMap<>();
  private final Map<String, Variable> roots = new HashMap<>();

  DataDependent(Function function) {
    int before;
    do {
      before = causes.size();
      new Walk().function(function);
    } while (causes.size() > before);
  }

  static boolean isTensor(Variable variable) {
    return variable.type() instanceof TensorType type && !type.isWindow();
  }

  /** Why a scalar or another part of a statement is not known; empty if it is known. */
  Optional<Cause> of(Scalar scalar, Stmt at) {
    Finder finder = new Finder(at);
    finder.scalar(scalar);
    return finder.found;
  }

  Optional<Cause> of(Dim dim) {
    return dim.names().stream().filter(causes::containsKey).map(causes::get).findFirst();
  }

  /** Why it is not known where memory lies; of a tensor only how large it is matters. */
  Optional<Cause> of(Place place, Stmt at) {
    return switch (place) {
      case Place.Named p -> of(p.variable());
      case Place.View p ->
          of(p.base())
              .or(() -> isTensor(p.base()) ? Optional.empty() : first(p.offsets(), at))
              .or(() -> p.extents().stream().flatMap(d -> of(d).stream()).findFirst());
      case Place.Reshaped p -> of(p.base());
      case Place.Devices p -> first(p.devices(), at);
      case Place.NewWindow p -> p.domain().flatMap(this::of);
      case Place.NewSignal p -> p.domain().flatMap(this::of);
      case Place.NewArray _, Place.NewTensor _ -> Optional.empty();
    };
  }

  Optional<Cause> of(Variable variable) {
    return Optional.ofNullable(causes.get(variable.name()));
  }

  /** Why it is not known which task it is, or for what it waits. */
  Optional<Cause> of(Tasks tasks, Stmt at) {
    return switch (tasks) {
      case Tasks.Ref _ -> Optional.empty();
      case Tasks.Element e -> of(e.index(), at);
      case Tasks.Reached e ->
          of(e.signal()).or(() -> first(e.cell(), at)).or(() -> of(e.value(), at));
      case Tasks.NewArray e -> of(e.length(), at);
    };
  }

  private Optional<Cause> first(List<Scalar> scalars, Stmt at) {
    return scalars.stream().flatMap(s -> of(s, at).stream()).findFirst();
  }

  boolean isKnown(Variable variable) {
    return !causes.containsKey(variable.name());
  }

  /** The first cause in one expression, in the order of evaluation. */
  private final class Finder extends IrVisitor {
    private final Stmt at;
    private Optional<Cause> found = Optional.empty();

    Finder(Stmt at) {
      this.at = at;
    }

    private void note(Optional<Cause> cause) {
      if (found.isEmpty()) {
        found = cause;
      }
    }

    @Override
    public void scalar(Scalar scalar) {
      switch (scalar) {
        case Scalar.Rank _ -> {}
        case Scalar.ReadElement e -> {
          use(e.tensor());
          if (!isTensor(e.tensor())) {
            e.indices().forEach(this::scalar);
          }
          note(Optional.of(read(e.tensor(), false)));
        }
        case Scalar.ReadCell e -> {
          use(e.signal());
          note(Optional.of(read(e.signal(), true)));
        }
        default -> super.scalar(scalar);
      }
    }

    private Cause read(Variable memory, boolean isCell) {
      return new Cause(
          roots.getOrDefault(memory.name(), memory), isCell, at.origin().first().toString());
    }

    @Override
    public void use(Variable variable) {
      note(of(variable));
    }

    @Override
    public void dim(Dim dim) {
      note(of(dim));
    }
  }

  /** Spreads causes once through the function. */
  private final class Walk extends IrVisitor {
    private Optional<Cause> control = Optional.empty();

    @Override
    public void stmt(Stmt stmt) {
      switch (stmt) {
        case Stmt.Let s when s.value() instanceof Scalar value ->
            spread(s.variable(), of(value, s));
        case Stmt.Let s when s.value() instanceof Place place -> {
          switch (place) {
            case Place.View view -> root(s.variable(), view.base());
            case Place.Named named -> root(s.variable(), named.variable());
            case Place.Reshaped reshaped -> root(s.variable(), reshaped.base());
            case Place.Devices _,
                Place.NewWindow _,
                Place.NewArray _,
                Place.NewTensor _,
                Place.NewSignal _ -> {}
          }
          spread(s.variable(), of(place, s));
        }
        case Stmt.Assign s when s.value() instanceof Scalar value ->
            spread(s.variable(), control.or(() -> of(value, s)));
        case Stmt.If s -> inside(of(s.condition(), s), s);
        case Stmt.While s -> inside(of(s.condition(), s).or(() -> leaves(s)), s);
        case Stmt.For s -> {
          Optional<Cause> bounds =
              of(s.from(), s).or(() -> of(s.to(), s)).or(() -> of(s.step(), s));
          spread(s.variable(), bounds);
          inside(bounds.or(() -> leaves(s)), s);
        }
        case Stmt.Submit s -> block(s.body());
        case Stmt.ForEachRank s -> block(s.body());
        default -> {}
      }
    }

    private void root(Variable view, Variable base) {
      roots.put(view.name(), roots.getOrDefault(base.name(), base));
    }

    private void inside(Optional<Cause> cause, Stmt stmt) {
      Optional<Cause> outer = control;
      control = outer.or(() -> cause);
      super.stmt(stmt);
      control = outer;
    }

    private void spread(Variable variable, Optional<Cause> cause) {
      cause.ifPresent(c -> causes.putIfAbsent(variable.name(), c));
    }
  }

  /** Why it is not known how often a loop runs: a branch that is not known leaves it. */
  private Optional<Cause> leaves(Stmt loop) {
    Leaving leaving = new Leaving();
    leaving.inLoop(loop);
    return leaving.cause;
  }

  private final class Leaving extends IrVisitor {
    private Optional<Cause> branch = Optional.empty();
    private Optional<Cause> cause = Optional.empty();

    void inLoop(Stmt loop) {
      switch (loop) {
        case Stmt.For s -> block(s.body());
        case Stmt.While s -> block(s.body());
        default -> {}
      }
    }

    @Override
    public void stmt(Stmt stmt) {
      switch (stmt) {
        case Stmt.Break _, Stmt.Continue _ -> cause = cause.or(() -> branch);
        case Stmt.If s -> {
          Optional<Cause> outer = branch;
          branch = branch.or(() -> of(s.condition(), s));
          super.stmt(s);
          branch = outer;
        }
        case Stmt.For _, Stmt.While _ -> {} // Its jumps are its own.
        default -> {}
      }
    }
  }
}

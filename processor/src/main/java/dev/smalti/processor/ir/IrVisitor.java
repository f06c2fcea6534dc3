package dev.smalti.processor.ir;

import java.util.List;

/**
 * Walks over a function and changes nothing. Each method visits the children of one node in the
 * order in which they are evaluated; a subclass overrides the kinds it looks at and calls {@code
 * super} to go on below.
 *
 * <p>Every occurrence of a variable reaches {@link #define} or {@link #use}. Types, and so extents,
 * are visited where they are written: at definitions and in tiles and places that carry them; not
 * again at each use of a variable. Every name in an extent is a use too: override {@link #dim}.
 */
public abstract class IrVisitor {

  /** Parameters, results, then the body. */
  public void function(Function function) {
    function.parameters().forEach(parameter -> define(parameter.variable()));
    function.results().forEach(this::type);
    block(function.body());
  }

  public void block(Block block) {
    block.statements().forEach(this::stmt);
  }

  public void stmt(Stmt stmt) {
    switch (stmt) {
      case Stmt.Let s -> {
        expr(s.value());
        define(s.variable());
      }
      case Stmt.Assign s -> {
        expr(s.value());
        assign(s.variable());
      }
      case Stmt.Store s -> {
        use(s.target());
        scalars(s.offsets());
        tile(s.value());
      }
      case Stmt.RemoteStore s -> {
        use(s.target());
        scalar(s.peer());
        scalars(s.offsets());
        tile(s.value());
      }
      case Stmt.Transfer s -> {
        use(s.window());
        scalar(s.peer());
        use(s.local());
        scalars(s.chunk());
      }
      case Stmt.WriteElement s -> {
        use(s.target());
        scalars(s.indices());
        scalar(s.value());
      }
      case Stmt.Notify s -> {
        use(s.signal());
        scalar(s.peer());
        scalars(s.cell());
        scalar(s.value());
      }
      case Stmt.Await s -> {
        use(s.signal());
        scalars(s.cell());
        scalar(s.value());
      }
      case Stmt.Barrier s -> use(s.signal());
      case Stmt.Announce(Announcement.Begins begins, Origin _) -> {
        place(begins.signal());
        begins.memory().forEach(this::place);
        begins.root().ifPresent(this::scalar);
      }
      case Stmt.Announce(Announcement.Chooses _, Origin _) -> {}
      case Stmt.Announce(Announcement.Completes _, Origin _) -> {}
      case Stmt.Require s -> {
        scalar(s.condition());
        scalars(s.values());
      }
      case Stmt.For s -> {
        scalar(s.from());
        scalar(s.to());
        scalar(s.step());
        define(s.variable());
        block(s.body());
      }
      case Stmt.While s -> {
        scalar(s.condition());
        block(s.body());
      }
      case Stmt.If s -> {
        scalar(s.condition());
        block(s.then());
        block(s.otherwise());
      }
      case Stmt.Break _, Stmt.Continue _ -> {}
      case Stmt.Return s -> s.values().forEach(this::expr);
      case Stmt.Call s -> {
        s.arguments().forEach(this::expr);
        s.results().forEach(this::define);
      }
      case Stmt.PutTask s -> {
        use(s.array());
        scalar(s.index());
        tasks(s.value());
      }
      case Stmt.Submit s -> {
        s.after().forEach(this::tasks);
        block(s.body());
        define(s.task());
      }
      case Stmt.Callback s -> {
        use(s.callback());
        s.arguments().forEach(this::expr);
      }
      case Stmt.ForEachRank s -> {
        s.domain().ifPresent(this::use);
        define(s.rank());
        block(s.body());
      }
    }
  }

  public void expr(Expr expr) {
    switch (expr) {
      case Scalar e -> scalar(e);
      case Tile e -> tile(e);
      case Place e -> place(e);
      case Tasks e -> tasks(e);
    }
  }

  public void scalar(Scalar scalar) {
    switch (scalar) {
      case Scalar.Constant _ -> {}
      case Scalar.Read e -> use(e.variable());
      case Scalar.Extent e -> dim(e.dim());
      case Scalar.Unary e -> scalar(e.operand());
      case Scalar.Binary e -> {
        scalar(e.left());
        scalar(e.right());
      }
      case Scalar.Conditional e -> {
        scalar(e.condition());
        scalar(e.yes());
        scalar(e.no());
      }
      case Scalar.Cast e -> scalar(e.operand());
      case Scalar.Call e -> scalars(e.arguments());
      case Scalar.Rank e -> use(e.of());
      case Scalar.ReadElement e -> {
        use(e.tensor());
        scalars(e.indices());
      }
      case Scalar.ReadCell e -> {
        use(e.signal());
        scalars(e.indices());
      }
    }
  }

  public void tile(Tile tile) {
    switch (tile) {
      case Tile.Ref e -> use(e.variable());
      case Tile.Splat e -> {
        element(e.element());
        scalar(e.value());
      }
      case Tile.Load e -> {
        use(e.source());
        scalars(e.offsets());
        dims(e.shape());
        dims(e.valid());
        type(e.type());
      }
      case Tile.RemoteLoad e -> {
        use(e.source());
        scalar(e.peer());
        scalars(e.offsets());
        dims(e.shape());
        type(e.type());
      }
      case Tile.Fill e -> {
        type(e.type());
        scalar(e.value());
      }
      case Tile.Unary e -> tile(e.operand());
      case Tile.Binary e -> {
        tile(e.left());
        tile(e.right());
        type(e.type());
      }
      case Tile.Fma e -> {
        tile(e.a());
        tile(e.b());
        tile(e.c());
        type(e.type());
      }
      case Tile.Compare e -> {
        tile(e.left());
        tile(e.right());
        type(e.type());
      }
      case Tile.Select e -> {
        tile(e.mask());
        tile(e.yes());
        tile(e.no());
        type(e.type());
      }
      case Tile.Cast e -> {
        tile(e.operand());
        type(e.type());
      }
      case Tile.Reduce e -> {
        tile(e.operand());
        type(e.type());
      }
      case Tile.Matmul e -> {
        tile(e.accumulator());
        tile(e.left());
        tile(e.right());
        type(e.type());
      }
      case Tile.Whole e -> {
        e.operands().forEach(this::tile);
        scalars(e.scalars());
        type(e.type());
      }
    }
  }

  public void place(Place place) {
    switch (place) {
      case Place.Named e -> use(e.variable());
      case Place.View e -> {
        use(e.base());
        scalars(e.offsets());
        dims(e.extents());
        type(e.type());
      }
      case Place.Reshaped e -> {
        use(e.base());
        type(e.type());
      }
      case Place.Devices e -> {
        use(e.world());
        scalars(e.devices());
      }
      case Place.NewWindow e -> {
        e.domain().ifPresent(this::use);
        type(e.type());
      }
      case Place.NewArray e -> type(e.type());
      case Place.NewTensor e -> type(e.type());
      case Place.NewSignal e -> {
        e.domain().ifPresent(this::use);
        type(e.type());
      }
    }
  }

  public void tasks(Tasks tasks) {
    switch (tasks) {
      case Tasks.Ref e -> use(e.variable());
      case Tasks.Element e -> {
        use(e.array());
        scalar(e.index());
      }
      case Tasks.Reached e -> {
        use(e.signal());
        scalars(e.cell());
        scalar(e.value());
      }
      case Tasks.NewArray e -> scalar(e.length());
    }
  }

  /** A variable that starts to exist here; visits its type. */
  public void define(Variable variable) {
    type(variable.type());
  }

  /** A variable that takes another value. */
  public void assign(Variable variable) {}

  /** A variable that is read, or whose memory or cells are touched. */
  public void use(Variable variable) {}

  public void type(Type type) {
    switch (type) {
      case ScalarType _, TaskType _, WorldType _, CallbackType _ -> {}
      case TileType t -> {
        element(t.element());
        dim(t.rows());
        dim(t.columns());
        dim(t.validRows());
        dim(t.validColumns());
      }
      case TensorType t -> {
        element(t.element());
        dims(t.shape());
      }
      case SignalType t -> dims(t.shape());
    }
  }

  public void element(ElementType element) {}

  /** An extent; its names are not reported to {@link #use}. */
  public void dim(Dim dim) {}

  private void scalars(List<Scalar> list) {
    list.forEach(this::scalar);
  }

  private void dims(List<Dim> list) {
    list.forEach(this::dim);
  }
}

package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/**
 * F2: tokens go to the experts that they are routed to, on whichever rank these are, are scaled
 * there, come back and are added up. What a rank receives is ordered by source, token and route.
 */
final class Experts {
  /** At most so many experts are there in all. */
  static final int MOST = 128;

  /** So many columns hold a weight or a route, of which the first one counts. */
  static final int PAD = 8;

  private Experts() {}

  /** Announces how many rows go where, then puts each to its place. */
  @InCore
  static void send(
      @Shape("tokens, k") Tensor<I32> experts,
      @Shape("tokens, d") Tensor<BF16> x,
      @Shape("tokens * k, PAD") Tensor<F32> weights,
      @Shape("tokens * k, PAD") Tensor<I32> routes,
      @Shape("ranks * ranks, locals") Signal counts,
      @Shape("ranks, 1") Signal counted,
      @Shape("locals * cap, d") Window<BF16> inX,
      @Shape("locals * cap, PAD") Window<F32> inWeights,
      @Shape("locals * cap, PAD") Window<I32> inRoutes,
      @Shape("ranks, 1") Signal arrived,
      int locals,
      int cap) {
    int me = inX.rank();
    int ranks = inX.ranks();
    int tokens = experts.dim(0);
    int k = experts.dim(1);
    int[] many = new int[MOST];
    for (int t : range(tokens)) {
      for (int route : range(k)) {
        int expert = experts.readInt(at(t, route));
        many[expert] = many[expert] + 1;
      }
    }
    for (int peer : range(ranks)) {
      for (int to : range(ranks)) {
        for (int e : range(locals)) {
          counts.notify(peer, at(me * ranks + to, e), ADD, many[to * locals + e]);
        }
      }
    }
    counted.barrier();
    int[] next = new int[MOST];
    for (int to : range(ranks)) {
      for (int e : range(locals)) {
        int base = 0;
        for (int source : range(me)) {
          base += counts.read(at(source * ranks + to, e));
        }
        next[to * locals + e] = e * cap + base;
      }
    }
    for (int t : range(tokens)) {
      for (int route : range(k)) {
        int expert = experts.readInt(at(t, route));
        int to = expert / locals;
        int row = next[expert];
        next[expert] = row + 1;
        inX.row(row).put(to, x.row(t));
        inWeights.row(row).put(to, weights.row(t * k + route));
        inRoutes.row(row).put(to, routes.row(t * k + route));
      }
    }
    arrived.barrier();
  }

  /** What has been received; of weights and routes the column that counts. */
  @InCore
  static void show(
      @Shape("ranks * ranks, locals") Signal counts,
      @Shape("locals * cap, d") Window<BF16> inX,
      @Shape("locals * cap, PAD") Window<F32> inWeights,
      @Shape("locals * cap, PAD") Window<I32> inRoutes,
      @Shape("locals * cap, d") @Out Tensor<BF16> receivedX,
      @Shape("locals, cap") @Out Tensor<F32> receivedWeights,
      @Shape("locals, cap") @Out Tensor<I32> receivedRoutes,
      @Shape("locals, 1") @Out Tensor<I32> received,
      int locals,
      int cap) {
    int me = inX.rank();
    int ranks = inX.ranks();
    for (int row : range(locals * cap)) {
      receivedX.row(row).store(inX.row(row).load());
    }
    for (int e : range(locals)) {
      receivedWeights
          .row(e)
          .store(inWeights.load(at((long) e * cap, 0), shape(cap, 1)).transpose());
      receivedRoutes.row(e).store(inRoutes.load(at((long) e * cap, 0), shape(cap, 1)).transpose());
      int total = 0;
      for (int source : range(ranks)) {
        total += counts.read(at(source * ranks + me, e));
      }
      received.write(at(e, 0), total);
    }
  }

  /** The experts: each scales its rows. */
  @InCore
  static void scale(
      @Shape("locals * cap, d") Tensor<BF16> receivedX,
      @Shape("locals, cap") Tensor<F32> receivedWeights,
      @Shape("locals, 1") Tensor<I32> received,
      @Shape("locals * cap, d") @InOut Tensor<BF16> receivedY,
      int locals,
      int cap) {
    for (int e : range(locals)) {
      for (int i : range(received.readInt(at(e, 0)))) {
        Tile<F32> row = receivedX.row(e * cap + i).load().cast(F32);
        receivedY
            .row(e * cap + i)
            .store(row.mul(receivedWeights.load(at(e, i), shape(1, 1))).cast(BF16));
      }
    }
  }

  /** Sends each row back to where it came from, and adds up those of each token. */
  @InCore
  static void combine(
      @Shape("locals * cap, d") Tensor<BF16> receivedY,
      @Shape("locals, cap") Tensor<I32> receivedRoutes,
      @Shape("ranks * ranks, locals") Signal counts,
      @Shape("tokens * k, d") Window<BF16> back,
      @Shape("ranks, 1") Signal combined,
      @Shape("tokens, d") @Out Tensor<F32> routed,
      int locals,
      int cap,
      int k) {
    int me = back.rank();
    int ranks = back.ranks();
    for (int e : range(locals)) {
      int i = 0;
      for (int source : range(ranks)) {
        for (int _ : range(counts.read(at(source * ranks + me, e)))) {
          back.row(receivedRoutes.readInt(at(e, i))).put(source, receivedY.row(e * cap + i));
          i++;
        }
      }
    }
    combined.barrier();
    for (int t : range(routed.dim(0))) {
      routed.row(t).store(back.rows(t * k, k).load().cast(F32).colSum());
    }
  }

  @Jit
  static void layerOfDevice(
      @Shape("tokens, k") Tensor<I32> experts,
      @Shape("tokens, d") Tensor<BF16> x,
      @Shape("tokens * k, PAD") Tensor<F32> weights,
      @Shape("tokens * k, PAD") Tensor<I32> routes,
      @Shape("locals * cap, d") @Out Tensor<BF16> receivedX,
      @Shape("locals, cap") @Out Tensor<F32> receivedWeights,
      @Shape("locals, cap") @Out Tensor<I32> receivedRoutes,
      @Shape("locals, 1") @Out Tensor<I32> received,
      @Shape("locals * cap, d") @InOut Tensor<BF16> receivedY,
      @Shape("tokens, d") @Out Tensor<F32> routed,
      @Shape("ranks * ranks, locals") Signal counts,
      @Shape("ranks, 1") Signal counted,
      @Shape("locals * cap, d") Window<BF16> inX,
      @Shape("locals * cap, PAD") Window<F32> inWeights,
      @Shape("locals * cap, PAD") Window<I32> inRoutes,
      @Shape("ranks, 1") Signal arrived,
      @Shape("tokens * k, d") Window<BF16> back,
      @Shape("ranks, 1") Signal combined,
      int locals,
      int cap) {
    send(
        experts, x, weights, routes, counts, counted, inX, inWeights, inRoutes, arrived, locals,
        cap);
    show(
        counts,
        inX,
        inWeights,
        inRoutes,
        receivedX,
        receivedWeights,
        receivedRoutes,
        received,
        locals,
        cap);
    scale(receivedX, receivedWeights, received, receivedY, locals, cap);
    combine(receivedY, receivedRoutes, counts, back, combined, routed, locals, cap, experts.dim(1));
  }

  @Host(sizes = "tokens = 4; k = 2; d = 8; locals = 2; cap = 8")
  static void layer(
      World world,
      @Shape("ranks, tokens, k") Tensor<I32> experts,
      @Shape("ranks, tokens, d") Tensor<BF16> x,
      @Shape("ranks, tokens * k, PAD") Tensor<F32> weights,
      @Shape("ranks, tokens * k, PAD") Tensor<I32> routes,
      @Shape("ranks, locals * cap, d") @Out Tensor<BF16> receivedX,
      @Shape("ranks, locals, cap") @Out Tensor<F32> receivedWeights,
      @Shape("ranks, locals, cap") @Out Tensor<I32> receivedRoutes,
      @Shape("ranks, locals, 1") @Out Tensor<I32> received,
      @Shape("ranks, locals * cap, d") @InOut Tensor<BF16> receivedY,
      @Shape("ranks, tokens, d") @Out Tensor<F32> routed,
      int locals,
      int cap) {
    int d = x.dim(2);
    Signal counts = world.signal(shape((long) world.size() * world.size(), locals));
    Signal counted = world.signal(shape(world.size(), 1));
    Window<BF16> inX = world.window(BF16, shape((long) locals * cap, d));
    Window<F32> inWeights = world.window(F32, shape((long) locals * cap, PAD));
    Window<I32> inRoutes = world.window(I32, shape((long) locals * cap, PAD));
    Signal arrived = world.signal(shape(world.size(), 1));
    Window<BF16> back = world.window(BF16, shape((long) experts.dim(1) * experts.dim(2), d));
    Signal combined = world.signal(shape(world.size(), 1));
    world.forEachRank(
        r ->
            layerOfDevice(
                experts.at(r),
                x.at(r),
                weights.at(r),
                routes.at(r),
                receivedX.at(r),
                receivedWeights.at(r),
                receivedRoutes.at(r),
                received.at(r),
                receivedY.at(r),
                routed.at(r),
                counts,
                counted,
                inX,
                inWeights,
                inRoutes,
                arrived,
                back,
                combined,
                locals,
                cap));
  }
}

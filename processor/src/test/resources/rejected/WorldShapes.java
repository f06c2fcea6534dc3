package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class WorldShapes {
  @InCore
  static void column(@Shape("ranks, 1") Signal s) {
    s.notify(0, at(0, 0));
  }

  @InCore
  static void four(@Shape("4, 1") Signal s) {
    s.notify(0, at(0, 0));
  }

  @Jit
  static void device(@Shape("ranks, 1") Signal s) {
    four(s);
  }

  @Host(worlds = "2")
  static void fewer(World world) {
    Signal s = world.signal(shape(4, 1));
    world.forEachRank(r -> column(s));
  }

  @Host(worlds = "2, 4")
  static void some(World world) {
    Signal s = world.signal(shape(world.size(), 1));
    world.forEachRank(r -> four(s));
  }

  @Host
  static void guessed(World world) {
    Signal s = world.signal(shape(4, 1));
    world.forEachRank(r -> column(s));
  }

  @Host
  static void never(World world) {
    Signal s = world.signal(shape(world.size() + 4, 1));
    world.forEachRank(r -> four(s));
  }

  @Host(worlds = "3")
  static void behind(World world) {
    Signal s = world.signal(shape(world.size(), 1));
    world.forEachRank(r -> device(s));
  }

  @Host(worlds = "4")
  static void right(World world) {
    Signal s = world.signal(shape(world.size(), 1));
    world.forEachRank(r -> device(s));
    world.forEachRank(r -> four(s));
  }
}

// error: SML-216 at 20:9 s of WorldShapes.four is declared
// error: SML-216 at 26:34 s of WorldShapes.column is declared
// error: SML-216 at 32:32 s of WorldShapes.four is declared
// note: SML-216 at 38:34 s of WorldShapes.column is declared
// error: SML-216 at 44:32 s of WorldShapes.four is declared

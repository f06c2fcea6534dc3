package dev.smalti.runtime;

import static com.google.common.truth.Truth.assertThat;

import dev.smalti.runtime.pool.Pool;
import dev.smalti.runtime.pool.PoolCells;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

/** What a session keeps from one run to the next. */
final class SessionTest {
  /** Ranks note the signals they notify by number: with every run these would be more. */
  @Test
  void numbersOfSignalsBeginAnewInEachRun() {
    PoolCells cells = stub(PoolCells.class, SessionTest::refuse);
    Pool pool =
        stub(
            Pool.class,
            (stub, method, arguments) ->
                method.getName().equals("cells") ? cells : refuse(stub, method, arguments));
    Session session = new Session(pool, Core.forRanks(1), "program", "", new Allocator.Fresh(pool));

    for (int run = 0; run < 3; run++) {
      session.begin(new Turn(this), Culprits.unknown());
      for (int number = 0; number < 2; number++) {
        SharedCells signal = (SharedCells) session.signal("signal", new int[] {1});
        assertThat(signal.number()).isEqualTo(number);
      }
    }
  }

  private static Object refuse(Object stub, Method method, Object[] arguments) {
    throw new AssertionError("nobody should call " + method);
  }

  private static <T> T stub(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(SessionTest.class.getClassLoader(), new Class<?>[] {type}, handler));
  }
}

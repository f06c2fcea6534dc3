package org.jetbrains.jps.javac;

import java.lang.reflect.Proxy;

/** Stands for the class of this name inside IntelliJ: looks behind its proxies. */
public final class APIWrappers {
  private APIWrappers() {}

  /** What is behind the proxy. */
  public static <T> T unwrap(Class<T> type, Object proxy) {
    return type.cast(((Wrapped) Proxy.getInvocationHandler(proxy)).inner());
  }

  /** The handler of a proxy. */
  public interface Wrapped {
    /** What is behind the proxy. */
    Object inner();
  }
}

package io.hamstring.house.planted.runtime;

import io.hamstring.house.planted.PortManager;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** May lock and make threads. */
public final class Crew {

  /** A pool where pools belong. */
  public final Executor pool = Executors.newCachedThreadPool();

  /** A lock where locks belong. */
  public synchronized void join(PortManager other) {
    pool.execute(other::fail);
  }
}

package io.hamstring.bench.contender;

import io.hamstring.bench.runtime.Running;

/** One way of doing a {@link Job}. */
public interface Contender {

  /** Its name in tables and files. */
  String name();

  /** Starts doing the job; goes on until it is closed. */
  Running start(Job job);

  /** Whether it runs in this JVM, so that its allocation can be seen. */
  default boolean isHere() {
    return true;
  }
}

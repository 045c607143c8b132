package io.hamstring.bench.measure;

import java.lang.management.ManagementFactory;

/** Bytes that all threads of this JVM have allocated. */
final class Allocation {

  private Allocation() {}

  /** So far, by the threads that live. */
  static long bytes() {
    var threads = ManagementFactory.getPlatformMXBean(com.sun.management.ThreadMXBean.class);
    long sum = 0;
    for (long bytes : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
      sum += Math.max(0, bytes);
    }
    return sum;
  }
}

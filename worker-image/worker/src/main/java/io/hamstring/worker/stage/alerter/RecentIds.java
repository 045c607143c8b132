package io.hamstring.worker.stage.alerter;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/** The ids that were added last, so many at most. Safe for several threads. */
final class RecentIds {

  private final int most;
  private final Set<String> ids = new LinkedHashSet<>();
  private final ReentrantLock lock = new ReentrantLock();

  RecentIds(int most) {
    this.most = most;
  }

  boolean contains(String id) {
    lock.lock();
    try {
      return ids.contains(id);
    } finally {
      lock.unlock();
    }
  }

  void add(String id) {
    lock.lock();
    try {
      if (ids.add(id) && ids.size() > most) {
        var oldest = ids.iterator();
        oldest.next();
        oldest.remove();
      }
    } finally {
      lock.unlock();
    }
  }
}

package io.hamstring.samples.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * All objects, and the latest changes for those who watch. One lock guards everything; a stored
 * object is never changed, only replaced.
 */
final class ObjectStore {

  private static final int REMEMBERED_CHANGES = 20_000;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final NavigableMap<ObjectKey, ObjectNode> objects = new TreeMap<>();
  private final Deque<Change> changes = new ArrayDeque<>();
  private long version = 1;
  private boolean closed;

  /** What {@code work} answers, while nobody else reads or writes. */
  <T> T exclusively(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  Optional<ObjectNode> find(ObjectKey key) {
    return exclusively(() -> Optional.ofNullable(objects.get(key)));
  }

  /** Objects of one kind, ordered by namespace and name. */
  List<ObjectNode> select(Selection selection) {
    return exclusively(
        () ->
            objects
                .tailMap(new ObjectKey(selection.type(), selection.namespace(), ""), true)
                .entrySet()
                .stream()
                .takeWhile(entry -> entry.getKey().type().equals(selection.type()))
                .filter(entry -> selection.covers(entry.getKey()))
                .map(NavigableMap.Entry::getValue)
                .filter(selection::matches)
                .toList());
  }

  /** Keys of all objects, of any kind, that {@code predicate} holds for. */
  List<ObjectKey> keysOf(Predicate<ObjectNode> predicate) {
    return exclusively(
        () ->
            objects.entrySet().stream()
                .filter(entry -> predicate.test(entry.getValue()))
                .map(NavigableMap.Entry::getKey)
                .toList());
  }

  /** The resource version of the latest change. */
  long version() {
    return exclusively(() -> version);
  }

  /** Stores {@code object} under the next resource version, which is written into it. */
  ObjectNode put(ObjectKey key, ObjectNode object) {
    return exclusively(
        () -> {
          Json.metadata(object).put("resourceVersion", Long.toString(version + 1));
          var before = Optional.ofNullable(objects.put(key, object));
          record(new Change(version + 1, key, before, object, false));
          return object;
        });
  }

  /** Removes what {@code key} names; answers its last state. */
  ObjectNode remove(ObjectKey key) {
    return exclusively(
        () -> {
          var before = objects.remove(key);
          var last = before.deepCopy();
          Json.metadata(last).put("resourceVersion", Long.toString(version + 1));
          record(new Change(version + 1, key, Optional.of(before), last, true));
          return last;
        });
  }

  private void record(Change change) {
    version = change.version();
    changes.addLast(change);
    if (changes.size() > REMEMBERED_CHANGES) {
      changes.removeFirst();
    }
    changed.signalAll();
  }

  /**
   * Changes after version {@code seen}, as soon as there are any, none when {@code millis} pass
   * first.
   */
  List<Change> awaitAfter(long seen, long millis) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      var left = TimeUnit.MILLISECONDS.toNanos(millis);
      while (version <= seen && left > 0 && !closed) {
        left = changed.awaitNanos(left);
      }
      if (seen < oldestWatchable()) {
        throw ApiException.gone();
      }
      var after = new ArrayDeque<Change>();
      var newestFirst = changes.descendingIterator();
      while (newestFirst.hasNext()) {
        var change = newestFirst.next();
        if (change.version() <= seen) {
          break;
        }
        after.addFirst(change);
      }
      return List.copyOf(after);
    } finally {
      lock.unlock();
    }
  }

  private long oldestWatchable() {
    return changes.isEmpty() ? version : changes.getFirst().version() - 1;
  }

  /** Forgets all changes up to now. */
  void compact() {
    exclusively(
        () -> {
          changes.clear();
          changed.signalAll();
          return version;
        });
  }

  boolean isClosed() {
    return exclusively(() -> closed);
  }

  /** Ends every wait. */
  void close() {
    exclusively(
        () -> {
          closed = true;
          changed.signalAll();
          return closed;
        });
  }
}

package io.hamstring.operator.telemetry.watch;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.kafka.common.KafkaFuture;

/**
 * Answers to one batched question, each key on its own: one that fails or stays away does not take
 * the others with it.
 */
final class Answers<K, V> {

  private final Map<K, V> given = new LinkedHashMap<>();
  private final Map<K, Exception> failed = new LinkedHashMap<>();

  private Answers() {}

  /** Waits for every answer, together at most {@code bound}. */
  static <K, V> Answers<K, V> await(Map<K, KafkaFuture<V>> asked, Duration bound)
      throws InterruptedException {
    var answers = new Answers<K, V>();
    var deadline = System.nanoTime() + bound.toNanos();
    for (var entry : asked.entrySet()) {
      try {
        var left = Math.max(0, deadline - System.nanoTime());
        answers.given.put(entry.getKey(), entry.getValue().get(left, TimeUnit.NANOSECONDS));
      } catch (ExecutionException | TimeoutException failure) {
        answers.failed.put(entry.getKey(), failure);
      }
    }
    return answers;
  }

  Optional<V> of(K key) {
    return Optional.ofNullable(given.get(key));
  }

  Optional<Exception> failureOf(K key) {
    return Optional.ofNullable(failed.get(key));
  }

  /** Why there is no answer, in words. */
  String whyNot(K key) {
    return failureOf(key).map(AdminFailures::words).orElse("not asked");
  }

  Map<K, V> given() {
    return given;
  }

  Map<K, Exception> failed() {
    return failed;
  }

  /** One value of each answer. */
  <W> Map<K, W> map(Function<V, W> value) {
    var values = new LinkedHashMap<K, W>();
    given.forEach((key, answer) -> values.put(key, value.apply(answer)));
    return values;
  }
}

package io.hamstring.operator.apply;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The writes of one apply, what was refused before, and what came of each. */
final class Attempts {

  private static final int TOO_MANY_REQUESTS = 429;

  private final Map<String, Refusal> before;
  private final Instant now;
  private final List<Refusal> refused = new ArrayList<>();
  private final List<String> failing = new ArrayList<>();

  Attempts(List<Refusal> before, Instant now) {
    this.before =
        before.stream()
            .collect(Collectors.toMap(Refusal::object, Function.identity(), (a, b) -> b));
    this.now = now;
  }

  /**
   * A write that is to be made.
   *
   * @param print the same for the same content onto the same object
   */
  record Write(String print, Runnable run) {}

  /** Finds out what is to be written, and writes it unless it is too early for that. */
  void make(String verb, HasMetadata object, Supplier<Optional<Write>> plan) {
    var id = idOf(object);
    var earlier = Optional.ofNullable(before.get(id));
    var print = "";
    try {
      var write = plan.get();
      if (write.isEmpty()) {
        return;
      }
      print = write.get().print();
      if (earlier.isPresent() && earlier.get().holdsBack(print, now)) {
        refused.add(earlier.get());
        return;
      }
      write.get().run().run();
    } catch (KubernetesClientException failure) {
      var words = "cannot " + verb + " " + id + ": " + wordsOf(failure);
      if (mayPass(failure)) {
        failing.add(words);
      } else {
        refused.add(Refusal.of(id, print, words, failure, timesOf(earlier, print), now));
      }
    }
  }

  private static int timesOf(Optional<Refusal> earlier, String print) {
    return earlier.filter(one -> one.write().equals(print)).map(Refusal::times).orElse(0);
  }

  /** What does not depend on what was sent: a conflict, an overload, a fault, no answer. */
  private static boolean mayPass(KubernetesClientException failure) {
    var code = failure.getCode();
    return code == HttpURLConnection.HTTP_CONFLICT
        || code == TOO_MANY_REQUESTS
        || code >= HttpURLConnection.HTTP_INTERNAL_ERROR
        || code == 0 && failure.getCause() != null;
  }

  private static String wordsOf(KubernetesClientException refused) {
    var words =
        refused.getStatus() != null && refused.getStatus().getMessage() != null
            ? refused.getStatus().getMessage()
            : String.valueOf(refused.getMessage());
    return words.contains("field is immutable")
        ? words + "; delete the object, and it is made anew"
        : words;
  }

  static String idOf(HasMetadata object) {
    return object.getKind() + "/" + object.getMetadata().getName();
  }

  boolean areWell() {
    return refused.isEmpty() && failing.isEmpty();
  }

  Applied outcome() {
    return new Applied(refused, failing);
  }
}

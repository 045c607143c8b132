package io.hamstring.samples.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * One write.
 *
 * @param version the resource version it made
 * @param before the object it replaced or removed
 * @param after what is stored now; of a removal, the last state with the version of the removal
 */
record Change(
    long version, ObjectKey key, Optional<ObjectNode> before, ObjectNode after, boolean removal) {

  /** What a watch of {@code selection} is told of it, if anything. */
  Optional<WatchEvent> seenBy(Selection selection) {
    if (!selection.covers(key)) {
      return Optional.empty();
    }
    var matched = before.filter(selection::matches).isPresent();
    var matches = !removal && selection.matches(after);
    if (matches) {
      return Optional.of(new WatchEvent(matched ? "MODIFIED" : "ADDED", after));
    }
    return matched ? Optional.of(new WatchEvent("DELETED", after)) : Optional.empty();
  }
}

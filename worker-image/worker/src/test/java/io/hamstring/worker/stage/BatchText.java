package io.hamstring.worker.stage;

import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Arrays;
import java.util.stream.Collectors;

/** HAMSTRING's batches as text, from 12:00:00 to 12:00:59. */
public final class BatchText {

  private BatchText() {}

  /** As a collector writes it: lines are strings. */
  public static String quoted(String batchId, String... lines) {
    return of(
        batchId,
        Arrays.stream(lines)
            .map(line -> TextNode.valueOf(line).toString())
            .collect(Collectors.joining(", ")));
  }

  /** As the stages after it write it: lines are objects. */
  public static String objects(String batchId, String... lines) {
    return of(batchId, String.join(", ", lines));
  }

  private static String of(String batchId, String data) {
    return "{\"batch_tree_row_id\": \"parent-row\", \"batch_id\": \""
        + batchId
        + "\", \"begin_timestamp\": \"2025-06-01T12:00:00\","
        + " \"end_timestamp\": \"2025-06-01T12:00:59\", \"data\": ["
        + data
        + "]}";
  }
}

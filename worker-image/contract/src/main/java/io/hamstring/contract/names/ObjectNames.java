package io.hamstring.contract.names;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Names of Kubernetes objects that never grow past what Kubernetes and its own suffixes allow: 52
 * characters, so that a pod name made from them stays within 63.
 */
public final class ObjectNames {

  /**
   * What Kubernetes adds to a workload's name for its pods takes 11 of the 63 characters of a
   * label.
   */
  public static final int MAX_LENGTH = 52;

  private static final int HASH_LENGTH = 8;

  private ObjectNames() {}

  /**
   * {@code pipeline-stage}, or the beginning of it with a hash of the whole when it is too long or
   * would not be a label. The same input gives the same name for ever.
   */
  public static String of(String pipeline, String stage) {
    var full = pipeline + "-" + stage;
    return full.length() <= MAX_LENGTH && full.indexOf('.') < 0 ? full : shortened(full);
  }

  /**
   * The pipeline's own name, or the beginning of it with a hash of the whole when it is too long or
   * would not be a label. For labels; what Kubernetes calls a value of at most 63 characters.
   */
  public static String ofPipeline(String pipeline) {
    return pipeline.length() <= MAX_LENGTH && pipeline.indexOf('.') < 0
        ? pipeline
        : shortened(pipeline);
  }

  private static String shortened(String full) {
    var room = MAX_LENGTH - HASH_LENGTH - 1;
    var head = full.replace('.', '-');
    head = head.substring(0, Math.min(room, head.length()));
    while (head.endsWith("-")) {
      head = head.substring(0, head.length() - 1);
    }
    return head + "-" + hash(full);
  }

  private static String hash(String text) {
    try {
      var digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest).substring(0, HASH_LENGTH);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }
}

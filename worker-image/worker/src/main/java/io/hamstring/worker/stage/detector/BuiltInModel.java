package io.hamstring.worker.stage.detector;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The statistical model that comes with the worker, so that a detector needs no download. */
public final class BuiltInModel implements DomainScorer {

  /** The resource that holds the model, beside the class. */
  public static final String RESOURCE = "dga-model.txt";

  private final BoostedTrees trees;
  private final String checksum;

  private BuiltInModel(BoostedTrees trees, String checksum) {
    this.trees = trees;
    this.checksum = checksum;
  }

  /** Reads the model from the class path. */
  public static BuiltInModel load() {
    try (var stream = BuiltInModel.class.getResourceAsStream(RESOURCE)) {
      if (stream == null) {
        throw new IllegalStateException(
            RESOURCE + " is not on the class path: the worker's jar is broken");
      }
      var bytes = stream.readAllBytes();
      var trees = ModelText.parse(new String(bytes, StandardCharsets.US_ASCII));
      return new BuiltInModel(trees, sha256(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(RESOURCE + " cannot be read from the class path", e);
    }
  }

  @Override
  public double probability(String domainName) {
    return trees.probability(DomainFeatures.of(domainName));
  }

  @Override
  public String checksum() {
    return checksum;
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}

package io.hamstring.worker.stage.detector;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The text of a model on the class path.
 *
 * @param checksum SHA-256 in lower-case hexadecimal
 */
public record ModelResource(String text, String checksum) {

  /** Reads a resource beside a class. */
  public static ModelResource read(Class<?> beside, String name) {
    try (var stream = beside.getResourceAsStream(name)) {
      if (stream == null) {
        throw new IllegalStateException(
            name + " is not on the class path: the worker's jar is broken");
      }
      var bytes = stream.readAllBytes();
      return new ModelResource(new String(bytes, US_ASCII), sha256(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(name + " cannot be read from the class path", e);
    }
  }

  /** SHA-256 in lower-case hexadecimal. */
  public static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}

package io.hamstring.operator.desired;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.hamstring.contract.names.ObjectNames;
import io.hamstring.contract.names.WorkerPod;
import io.hamstring.operator.spec.Pipeline;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * From which the tokens of all pipelines come, each its own: whoever tells workers their roles
 * proves by it who it is. As a token follows from the key, the operator never has to read the
 * Secrets that hold tokens, only to make them.
 */
public final class RoleKey {

  /** Of a key. */
  public static final int BYTES = 32;

  private static final String MAC = "HmacSHA256";
  private static final int SHOWN = 8;

  private final byte[] key;

  /**
   * @throws IllegalArgumentException if it has not {@link #BYTES} bytes
   */
  public RoleKey(byte[] key) {
    if (key.length != BYTES) {
      throw new IllegalArgumentException(
          "a key has " + BYTES + " bytes, this one has " + key.length);
    }
    this.key = key.clone();
  }

  /** The token of a pipeline's workers; another one after the pipeline was made anew. */
  public String token(String pipelineUid) {
    return HexFormat.of().formatHex(mac("role " + pipelineUid));
  }

  /**
   * The Secret that holds a pipeline's token. Another token has another name, so nothing that
   * exists is ever changed.
   */
  String secretName(Pipeline pipeline) {
    try {
      var digest =
          MessageDigest.getInstance("SHA-256")
              .digest(pipelineToken(pipeline).getBytes(StandardCharsets.UTF_8));
      return ObjectNames.of(
          pipeline.name(), "roles-" + HexFormat.of().formatHex(digest).substring(0, SHOWN));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }

  Secret secret(Pipeline pipeline, ObjectMeta metadata) {
    return new SecretBuilder()
        .withMetadata(metadata)
        .withType("Opaque")
        .withImmutable(true)
        .addToData(WorkerPod.ROLE_TOKEN, base64(pipelineToken(pipeline)))
        .build();
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private String pipelineToken(Pipeline pipeline) {
    return token(pipeline.uid());
  }

  private byte[] mac(String text) {
    try {
      var mac = Mac.getInstance(MAC);
      mac.init(new SecretKeySpec(key, MAC));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every Java platform has " + MAC, impossible);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RoleKey that && MessageDigest.isEqual(key, that.key);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(key);
  }

  /** Says nothing of the key. */
  @Override
  public String toString() {
    return "RoleKey";
  }
}

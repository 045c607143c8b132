package io.hamstring.operator.spec;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * A short name for what stands under Secret keys. It stands in annotations, which more people may
 * read than Secrets: so it is salted with where the value stands and costs as much per guess as a
 * stored password does, and no person's password is found by trying words.
 */
final class SecretHash {

  private static final int LENGTH = 16;

  /** NIST SP 800-132 asks for at least 1,000. */
  private static final int ITERATIONS = 20_000;

  private SecretHash() {}

  /** Empty when there is nothing to hash; the order of keys does not count. */
  static String of(
      String namespace, Collection<SecretKey> keys, Map<String, SecretContent> contents) {
    var material = new TreeMap<String, String>();
    for (var key : keys) {
      var data = contents.getOrDefault(key.secret(), SecretContent.ABSENT).data();
      if (key.key() == null) {
        data.forEach((name, value) -> material.put(key.secret() + "/" + name, hex(value)));
      } else if (data.containsKey(key.key())) {
        material.put(key.secret() + "/" + key.key(), hex(data.get(key.key())));
      }
    }
    return material.isEmpty() ? "" : hash(namespace + "/" + material.keySet(), material.toString());
  }

  private static String hash(String salt, String material) {
    try {
      var spec =
          new PBEKeySpec(
              material.toCharArray(),
              salt.getBytes(StandardCharsets.UTF_8),
              ITERATIONS,
              LENGTH * 4);
      var hash = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec);
      return String.format("%0" + LENGTH + "x", new BigInteger(1, hash.getEncoded()));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every Java 17 has PBKDF2 with SHA-256", impossible);
    }
  }

  private static String hex(byte[] value) {
    return HexFormat.of().formatHex(value);
  }
}

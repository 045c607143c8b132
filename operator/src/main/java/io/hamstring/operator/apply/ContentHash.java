package io.hamstring.operator.apply;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A short name for what an object says: equal content has equal hashes, in whatever order. */
final class ContentHash {

  private static final int LENGTH = 16;

  private static final ObjectMapper SORTED =
      JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();

  private ContentHash() {}

  static String of(JsonNode content) {
    try {
      var text = SORTED.writeValueAsString(SORTED.convertValue(content, Object.class));
      var digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest).substring(0, LENGTH);
    } catch (NoSuchAlgorithmException | JsonProcessingException e) {
      throw new IllegalStateException("JSON has a text and every Java platform has SHA-256", e);
    }
  }
}

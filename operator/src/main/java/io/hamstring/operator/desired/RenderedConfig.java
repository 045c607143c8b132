package io.hamstring.operator.desired;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hamstring.contract.names.WorkerPod;
import io.hamstring.contract.settings.ConfigDocument;
import io.hamstring.contract.settings.WorkerSettings;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The configuration of a stage's workers as text. Equal settings give equal text.
 *
 * @param text what stands in {@code config.yaml}
 */
record RenderedConfig(String text) {

  private static final int HASH_LENGTH = 16;

  // Texts are always quoted: 1e3, no and 1:30 are other things without.
  private static final ObjectMapper YAML =
      new ObjectMapper(
          YAMLFactory.builder()
              .disable(YAMLGenerator.Feature.SPLIT_LINES)
              .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
              .build());

  static RenderedConfig of(WorkerSettings settings) {
    try {
      return new RenderedConfig(YAML.writeValueAsString(ConfigDocument.of(settings)));
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("maps, lists and scalars are always YAML", impossible);
    }
  }

  ConfigMap asConfigMap(ObjectMeta metadata) {
    return new ConfigMapBuilder()
        .withMetadata(metadata)
        .addToData(WorkerPod.CONFIG_FILE, text)
        .build();
  }

  /** Differs when, and only when, the text does. */
  String hash() {
    try {
      var digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest).substring(0, HASH_LENGTH);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }
}

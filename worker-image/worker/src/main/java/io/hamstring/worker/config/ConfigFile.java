package io.hamstring.worker.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.hamstring.contract.names.WorkerPod;
import io.hamstring.contract.settings.ConfigDocument;
import io.hamstring.contract.settings.InvalidSettings;
import io.hamstring.contract.settings.WorkerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A configuration file as it stands, the environment variables on top of it, and what both say.
 *
 * @param document the file's nested maps
 * @param variables the environment
 */
public record ConfigFile(
    Path path, Map<?, ?> document, Map<String, String> variables, WorkerSettings settings) {

  private static final ObjectMapper YAML =
      new ObjectMapper(
          YAMLFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build());

  /** Where the file is when nobody says otherwise. */
  public static Path defaultPath(Map<String, String> variables) {
    return Path.of(
        variables.getOrDefault(
            WorkerPod.CONFIG, WorkerPod.CONFIG_DIR + "/" + WorkerPod.CONFIG_FILE));
  }

  /**
   * Reads a file.
   *
   * @throws InvalidSettings naming every problem, also when there is no file or it is no YAML
   */
  public static ConfigFile load(Path path, Map<String, String> variables) {
    var document = parsed(path);
    return new ConfigFile(path, document, variables, ConfigDocument.parse(document, variables));
  }

  private static Map<?, ?> parsed(Path path) {
    try {
      var text = Files.readString(path);
      if (YAML.readTree(text).isObject()) {
        return YAML.readValue(text, Map.class);
      }
      throw new InvalidSettings(List.of(path + " holds no mapping"));
    } catch (NoSuchFileException missing) {
      throw new InvalidSettings(
          List.of(path + " does not exist; set " + WorkerPod.CONFIG + " to the file's path"));
    } catch (JsonProcessingException malformed) {
      var at = malformed.getLocation();
      throw new InvalidSettings(
          List.of(
              path
                  + (at == null ? "" : " line " + at.getLineNr() + " column " + at.getColumnNr())
                  + ": "
                  + malformed.getOriginalMessage().lines().findFirst().orElse("is no YAML")));
    } catch (IOException unreadable) {
      throw new InvalidSettings(List.of(path + " cannot be read: " + unreadable.getMessage()));
    }
  }
}

package io.hamstring.samples.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The HamstringPipeline of a YAML file, as it is created in the local run: with the address of the
 * local broker and with the traces that the audit reads.
 *
 * @param object the whole object
 */
public record PipelineFile(ObjectNode object) {

  /** The topic that takes the ids of records that end without an output. */
  public static final String AUDIT_TOPIC = "hamstring-audit";

  /** The stage that writes monitoring rows. */
  static final String SINK = "monitoring";

  private static final String KIND = "HamstringPipeline";
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  /**
   * Reads the only HamstringPipeline of {@code path}.
   *
   * @throws IOException whose message names the file and what is wrong with it
   */
  public static PipelineFile read(Path path) throws IOException {
    if (!Files.isRegularFile(path)) {
      throw new IOException(path + " is no file that can be read");
    }
    var found = new ArrayList<ObjectNode>();
    try (var documents = YAML.readerFor(JsonNode.class).<JsonNode>readValues(path.toFile())) {
      while (documents.hasNext()) {
        if (documents.next() instanceof ObjectNode object
            && object.path("kind").asText().equals(KIND)) {
          found.add(object);
        }
      }
    } catch (IOException | RuntimeException e) {
      throw new IOException(path + " is no valid YAML: " + firstLine(e), e);
    }
    if (found.size() != 1) {
      throw new IOException(
          "%s holds %d objects of kind %s; the local run takes a file with one"
              .formatted(path, found.size(), KIND));
    }
    return new PipelineFile(found.get(0)).checked(path);
  }

  public String name() {
    return object.path("metadata").path("name").asText();
  }

  public String namespace() {
    return object.path("metadata").path("namespace").asText("default");
  }

  /** Its stages' names, in the order of the file. */
  public List<String> stages() {
    var names = new ArrayList<String>();
    object.path("spec").path("stages").forEach(stage -> names.add(stage.path("name").asText()));
    return names;
  }

  /** The same on another broker, with audit headers and the audit topic on. */
  public PipelineFile at(String bootstrapServers) {
    var copy = object.deepCopy();
    copy.withObject("/metadata").put("namespace", namespace());
    var spec = copy.withObject("/spec");
    spec.withObject("/kafka").put("bootstrapServers", bootstrapServers);
    spec.withObject("/audit").put("recordIds", true).put("topic", AUDIT_TOPIC);
    return new PipelineFile(copy);
  }

  /** The same with a stage that writes monitoring rows, unless it lists one. */
  public PipelineFile withSink() {
    for (var stage : object.path("spec").path("stages")) {
      if (stage.path("type").asText().equals(SINK)) {
        return this;
      }
    }
    var copy = object.deepCopy();
    var sink = copy.withObject("/spec").withArray("stages").addObject();
    sink.put("name", SINK).put("type", SINK).put("replicas", 1).put("concurrency", 2);
    sink.putObject("onPoison").put("deadLetterTopic", SINK + "-dlt");
    return new PipelineFile(copy);
  }

  /** The same with monitoring rows in a ClickHouse. */
  PipelineFile monitoredBy(LocalSink sink) {
    var copy = object.deepCopy();
    var server = copy.withObject("/spec/monitoring/clickhouse");
    server.put("url", sink.url()).put("database", LocalSink.DATABASE);
    server.put("credentialsSecret", LocalSink.SECRET);
    server.put("batchSize", LocalSink.BATCH_SIZE).put("kafkaBatchSize", LocalSink.BATCH_SIZE);
    return new PipelineFile(copy);
  }

  private PipelineFile checked(Path path) throws IOException {
    if (name().isEmpty() || !object.path("spec").isObject()) {
      throw new IOException(path + " needs metadata.name and spec");
    }
    return this;
  }

  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }
}

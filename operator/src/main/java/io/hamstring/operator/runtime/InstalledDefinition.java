package io.hamstring.operator.runtime;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.hamstring.api.v1alpha1.Definition;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the cluster's definition of HamstringPipeline lacks of this operator's. A server drops the
 * fields that it does not know without a word, so an upgrade that left the definition out would
 * show nowhere else. It is read as kubectl explain reads it, which needs no right of its own; a
 * server that does not answer is nobody's business.
 */
public final class InstalledDefinition implements AutoCloseable {

  /** Where a server describes it. */
  public static final String DOCUMENT = "/openapi/v3/apis/hamstring.io/v1alpha1";

  private static final Logger LOG = LoggerFactory.getLogger(InstalledDefinition.class);

  private static final Duration BETWEEN_LOOKS = Duration.ofMinutes(5);
  private static final int NAMED = 5;

  private final Supplier<String> document;
  private final ScheduledExecutorService looks =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            var thread = new Thread(task, "definition");
            thread.setDaemon(true);
            return thread;
          });

  private volatile List<String> missing = List.of();

  private InstalledDefinition(Supplier<String> document) {
    this.document = document;
  }

  /**
   * Looks now, and every few minutes from then on.
   *
   * @param document an OpenAPI description; null when there is none
   */
  public static InstalledDefinition watch(Supplier<String> document, MeterRegistry registry) {
    var definition = new InstalledDefinition(document);
    Gauge.builder("hamstring_operator_definition_lacks", definition, of -> of.missing.size())
        .description("fields that the cluster's definition of HamstringPipeline lacks")
        .register(registry);
    definition.look();
    var pause = BETWEEN_LOOKS.toMillis();
    definition.looks.scheduleWithFixedDelay(definition::look, pause, pause, TimeUnit.MILLISECONDS);
    return definition;
  }

  /** What is wrong with it and what to do, in words; empty when nothing is. */
  public Optional<String> complaint() {
    return Optional.of(missing).filter(fields -> !fields.isEmpty()).map(InstalledDefinition::words);
  }

  private static String words(List<String> fields) {
    return "the CustomResourceDefinition hamstringpipelines.hamstring.io is older than this operator"
        + " and lacks "
        + String.join(", ", fields.subList(0, Math.min(NAMED, fields.size())))
        + (fields.size() > NAMED ? " and " + (fields.size() - NAMED) + " more" : "")
        + "; apply the one of this release, else the API server drops these fields";
  }

  void look() {
    try {
      var text = document.get();
      var now = text == null ? List.<String>of() : missing(text);
      if (!now.equals(missing)) {
        missing = now;
        complaint()
            .ifPresentOrElse(
                LOG::error,
                () -> LOG.info("the CustomResourceDefinition is that of this release again"));
      }
    } catch (KubernetesClientException | JsonProcessingException unreadable) {
      LOG.atDebug().setCause(unreadable).log("the installed definition cannot be read");
    }
  }

  /** The fields of spec and status that {@code document} does not have. */
  private static List<String> missing(String document) throws JsonProcessingException {
    var missing = new ArrayList<String>();
    for (var schema : new JsonMapper().readTree(document).at("/components/schemas")) {
      if (isPipeline(schema)) {
        walk("spec", Definition.specSchema(), schema.at("/properties/spec"), missing);
        walk("status", Definition.statusSchema(), schema.at("/properties/status"), missing);
      }
    }
    return missing;
  }

  private static boolean isPipeline(JsonNode schema) {
    return StreamSupport.stream(schema.path("x-kubernetes-group-version-kind").spliterator(), false)
        .anyMatch(kind -> "HamstringPipeline".equals(kind.path("kind").asText()));
  }

  private static void walk(String path, JsonNode ours, JsonNode theirs, List<String> missing) {
    for (var field : ours.path("properties").properties()) {
      var name = path + "." + field.getKey();
      var there = theirs.path("properties").path(field.getKey());
      if (there.isMissingNode()) {
        missing.add(name);
      } else {
        walk(name, field.getValue(), there, missing);
      }
    }
    for (var below : List.of("items", "additionalProperties")) {
      if (ours.path(below).isObject()) {
        walk(path + "[]", ours.path(below), theirs.path(below), missing);
      }
    }
  }

  @Override
  public void close() {
    looks.shutdownNow();
  }
}

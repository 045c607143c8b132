package io.hamstring.samples.chart;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.marcnuri.helm.Helm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;

/** The operator's chart as Helm 3 renders it. */
final class Chart {

  static final Path FOLDER = Path.of("../helm/hamstring-operator").toAbsolutePath().normalize();

  static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  /** The definition alone would be nine tenths of what is rendered. */
  static final String WITHOUT_DEFINITION = "crds: {install: false}\n";

  /** All that needs Prometheus, as one value document. */
  static final String MONITORED =
      """
      prometheusRule: {enabled: true}
      dashboards: {enabled: true}
      metrics: {serviceMonitor: {enabled: true}, podMonitor: {enabled: true}}
      """;

  private Chart() {}

  private static final Path WITH_TESTS = withTestsAsObjects();

  /** What Helm makes of a release {@code hamstring} in the namespace {@code ops}. */
  static String rendered(String values) {
    return rendered(WITH_TESTS, values);
  }

  /** A copy whose tests are ordinary objects: helm-java does not print hooks. */
  private static Path withTestsAsObjects() {
    return copied((file, text) -> text.replace("helm.sh/hook: test", "example.org/hook: test"));
  }

  /**
   * A copy of the chart, each of its files edited.
   *
   * @param edit takes the name of a file in the chart, and its text
   */
  static Path copied(BinaryOperator<String> edit) {
    try (var files = Files.walk(FOLDER)) {
      var copy = Files.createTempDirectory("chart").resolve("hamstring-operator");
      for (var file : files.filter(Files::isRegularFile).toList()) {
        var name = FOLDER.relativize(file);
        var target = copy.resolve(name);
        Files.createDirectories(target.getParent());
        Files.writeString(target, edit.apply(name.toString(), Files.readString(file)));
      }
      return copy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String rendered(Path chart, String values) {
    try {
      var file = Files.createTempFile("values", ".yaml");
      try {
        Files.writeString(file, values);
        return new Helm(chart)
            .template()
            .withName("hamstring")
            .withNamespace("ops")
            .withKubeVersion("1.30.0")
            .withValuesFile(file)
            .call();
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The objects in what was rendered. */
  static List<ObjectNode> objects(String rendered) {
    try (var documents = YAML.readerFor(ObjectNode.class).<ObjectNode>readValues(rendered)) {
      var objects = new ArrayList<ObjectNode>();
      while (documents.hasNextValue()) {
        var object = documents.nextValue();
        if (object != null && !object.isEmpty()) {
          objects.add(object);
        }
      }
      return objects;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Stream<ObjectNode> ofKind(String rendered, String kind) {
    return objects(rendered).stream().filter(o -> o.path("kind").asText().equals(kind));
  }

  static ObjectNode only(String rendered, String kind) {
    var found = ofKind(rendered, kind).toList();
    if (found.size() != 1) {
      throw new AssertionError(found.size() + " objects of kind " + kind);
    }
    return found.get(0);
  }

  static String text(ObjectNode object) {
    try {
      return YAML.writeValueAsString(object);
    } catch (JsonProcessingException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }
}

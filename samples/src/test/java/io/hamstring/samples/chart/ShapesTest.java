package io.hamstring.samples.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a server would refuse is refused without one. */
class ShapesTest {

  private static final String DEPLOYMENT =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: it, labels: {a: "1"}}
      spec:
        replicas: 2
        template:
          spec:
            containers:
              - name: it
                env: [{name: A, value: "1"}]
                resources: {limits: {cpu: 1, memory: 64Mi}}
                ports: [{name: http, containerPort: 8080}]
                livenessProbe: {httpGet: {path: /, port: http}}
                readinessProbe: {httpGet: {path: /, port: 8080}}
      """;

  private static void read(String yaml) throws IOException {
    Shapes.strict(Chart.YAML.readValue(yaml, ObjectNode.class));
  }

  @Test
  void whatAServerTakesIsTaken() throws IOException {
    read(DEPLOYMENT);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          replicas: 2           | replicas: "2"
          replicas: 2           | replica: 2
          value: "1"            | value: 1
          value: "1"            | value: true
          labels: {a: "1"}      | labels: {a: 1}
          containerPort: 8080   | containerPort: "8080"
          apps/v1               | apps/v1beta1
          """)
  void whatAServerRefusesIsRefused(String good, String bad) {
    assertThat(DEPLOYMENT).contains(good);

    assertThatThrownBy(() -> read(DEPLOYMENT.replace(good, bad)))
        .isInstanceOf(AssertionError.class);
  }
}

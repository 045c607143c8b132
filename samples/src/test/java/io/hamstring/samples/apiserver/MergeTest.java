package io.hamstring.samples.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MergeTest {

  private static final ResourceType DEPLOYMENT =
      BuiltInTypes.all().stream()
          .filter(type -> type.kind().equals("Deployment"))
          .findFirst()
          .orElseThrow();

  @ParameterizedTest(name = "{0} with {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {a: 1}                          | {a: null, b: 2}                         | {b: 2}
          {a: {b: 1}}                     | {a: {$patch: replace, c: 2}}            | {a: {c: 2}}
          {env: [{name: A, value: 1}]}    | {env: [{name: B, value: 2}]}            | {env: [{name: A, value: 1}, {name: B, value: 2}]}
          {env: [{name: A}, {name: B}]}   | {env: [{name: A, $patch: delete}]}      | {env: [{name: B}]}
          {env: [{name: A}]}              | {env: [{$patch: replace}, {name: B}]}   | {env: [{name: B}]}
          {args: [a]}                     | {args: [b]}                             | {args: [b]}
          {metadata: {finalizers: [a]}}   | {metadata: {finalizers: [b]}}           | {metadata: {finalizers: [a, b]}}
          {metadata: {finalizers: [a, b]}} | {metadata: {$deleteFromPrimitiveList/finalizers: [a]}} | {metadata: {finalizers: [b]}}
          {s: {type: a, x: 1}}            | {s: {$retainKeys: [type], type: b}}     | {s: {type: b}}
          """)
  void aStrategicMergePatchMergesListsByTheirKeys(String live, String patch, String expected) {
    assertThat(new StrategicMerge(DEPLOYMENT).of(object(live), object(patch)))
        .isEqualTo(object(expected));
  }

  @Test
  void fieldSetsAreWrittenAndReadAsFieldsV1() {
    var object =
        object(
            "{metadata: {name: x, labels: {a: b}}, spec: {template: {spec: {containers:"
                + " [{name: c, image: i, ports: [{containerPort: 1}], args: [x]}]}}}}");

    var fields = FieldSet.of(object, DEPLOYMENT);

    assertThat(fields.toFieldsV1().toString())
        .contains(
            "\"f:labels\":{\"f:a\":{}}",
            "\"k:{\\\"name\\\":\\\"c\\\"}\":{\".\":{}",
            "\"k:{\\\"containerPort\\\":1,\\\"protocol\\\":\\\"TCP\\\"}\"",
            "\"f:args\":{}")
        .doesNotContain("f:name\":{},\"f:labels");
    assertThat(FieldSet.ofFieldsV1(fields.toFieldsV1())).isEqualTo(fields);
  }

  @Test
  void aListOfACustomKindIsMergedAsItsSchemaSays() {
    var definition = Json.readYaml(bytes(MergeTest.class.getResourceAsStream("/widgets-crd.yml")));
    var widgets = ResourceType.ofDefinition(definition);

    var merged =
        new Merge(widgets)
            .of(
                object("{spec: {parts: [{name: a, count: 1}], tags: [x]}}"),
                object("{spec: {parts: [{name: b, count: 2}], tags: [y]}}"));

    assertThat(merged)
        .isEqualTo(
            object("{spec: {parts: [{name: a, count: 1}, {name: b, count: 2}], tags: [y]}}"));
  }

  private static ObjectNode object(String yaml) {
    return (ObjectNode) Json.readYaml(yaml.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] bytes(InputStream in) {
    try (in) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

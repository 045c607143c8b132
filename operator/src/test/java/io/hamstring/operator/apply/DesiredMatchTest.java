package io.hamstring.operator.apply;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DesiredMatchTest {

  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  private static JsonNode tree(String yaml) throws Exception {
    return YAML.readTree(yaml);
  }

  @ParameterizedTest(name = "{0} as desired {1}: {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {requests: {cpu: "1"}}                     | {requests: {cpu: 1000m}}         | true
          {requests: {memory: 3060164198400m}}       | {requests: {memory: 2.85Gi}}     | true
          {requests: {memory: 1Gi}}                  | {requests: {memory: 1024Mi}}     | true
          {requests: {memory: 1Gi}}                  | {requests: {memory: 1G}}         | false
          {data: {cpu: "1"}}                         | {data: {cpu: 1000m}}             | false
          {periodSeconds: 10}                        | {initialDelaySeconds: 0}         | true
          {}                                         | {initialDelaySeconds: 5}         | false
          {}                                         | {securityContext: {}}            | true
          {}                                         | {securityContext: {a: false}}    | true
          {}                                         | {securityContext: {a: true}}     | false
          {a: 1, b: 2}                               | {a: 1}                           | true
          {a: 1}                                     | {a: 2}                           | false
          {a: 80}                                    | {a: "80"}                        | true
          {env: [{name: X, value: x}, {name: A, value: a}]} | {env: [{name: A, value: a}]} | true
          {env: [{name: A, value: b}]}               | {env: [{name: A, value: a}]}     | false
          {env: []}                                  | {env: [{name: A, value: a}]}     | false
          {args: [a, b]}                             | {args: [a]}                      | false
          {args: [b, a]}                             | {args: [a, b]}                   | false
          {m: [{name: v, mountPath: /a}, {name: v, mountPath: /b}]} | {m: [{name: v, mountPath: /b}]} | true
          {t: [{key: a, effect: NoSchedule}]}        | {t: [{key: a, effect: NoExecute}]} | false
          """)
  void onlyWhatIsDesiredCountsAndByItsValue(String actual, String desired, boolean covered)
      throws Exception {
    assertThat(DesiredMatch.covers(tree(actual), tree(desired))).isEqualTo(covered);
  }
}

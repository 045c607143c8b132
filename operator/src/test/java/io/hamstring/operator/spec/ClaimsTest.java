package io.hamstring.operator.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.SortedSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClaimsTest {

  private static SortedSet<String> claims(String name, String spec) {
    return Claims.of(
        SpecResolver.create()
            .resolve(Specs.tree(spec), new PipelineIdentity("security", name, "uid-" + name, 1))
            .pipeline()
            .orElseThrow());
  }

  private static String chain(String brokers, String first, String second, String group) {
    return """
        kafka: {bootstrapServers: '%s'}
        stages:
          - {name: %s, type: prefilter, inputs: {topics: [logs]}, outputs: {topics: [shared]}}
          - {name: %s, type: inspector, inputs: {stages: [%s]}%s}
        """
        .formatted(brokers, first, second, first, group.isEmpty() ? "" : ", group: " + group);
  }

  private static SortedSet<String> common(SortedSet<String> one, SortedSet<String> other) {
    one.retainAll(other);
    return one;
  }

  @Test
  void readingAndWritingTheSameTopicsIsNoClash() {
    assertThat(
            common(
                claims("a", chain("k:1", "f", "i", "")), claims("b", chain("k:1", "g", "j", ""))))
        .isEmpty();
  }

  @ParameterizedTest(name = "{0} and {1}: {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a   | b-c | a-b | c   | Deployment security/a-b-c
          a   | b   | c   | d   |
          """)
  void namesThatComeToTheSameClash(
      String one, String stage, String other, String otherStage, String clash) {
    var found =
        common(
            claims(one, chain("k:1", stage, "last", "")),
            claims(other, chain("l:1", otherStage, "end", "")));

    assertThat(found).isEqualTo(clash == null ? Set.of() : Set.of(clash));
  }

  @Test
  void aGroupClashesOnTheSameBrokersOnly() {
    var here = claims("a", chain("k:1, k:2", "f", "i", "mine"));
    assertThat(common(here, claims("b", chain("k:2", "g", "j", "mine"))))
        .containsExactly("group mine at k:2");
    assertThat(common(here, claims("b", chain("elsewhere:1", "g", "j", "mine")))).isEmpty();
  }

  @Test
  void aTopicBetweenTwoStagesIsTheirs() {
    assertThat(
            common(
                claims("a", chain("k:1", "f", "same", "")),
                claims("b", chain("k:1", "g", "same", ""))))
        .singleElement()
        .asString()
        .startsWith("topic ")
        .contains("same at k:1");
  }
}

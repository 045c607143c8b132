package io.hamstring.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import io.hamstring.api.v1alpha1.HamstringPipelineStatus;
import io.hamstring.operator.condition.Remembered;
import io.hamstring.operator.symptom.ConditionStatus;
import io.hamstring.operator.symptom.SymptomType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryTest {

  private static final String PAGE =
      """
      {"conditions": [{"stage": "detector", "type": "PARTITION_STALLED", "status": "TRUE",
        "reason": "OthersGoOn", "message": "in-0 stands still", "weight": 1,
        "since": "2026-01-01T00:00:00Z"}], "stages": {}}
      """;

  private static List<Remembered> rememberedIn(JsonNode memory) {
    var status = new HamstringPipelineStatus();
    status.setMemory(memory);
    return Memory.healthIn(status, List.of("detector")).memory();
  }

  @Test
  void isReadAsTheTextThatItIsAndAsTheObjectsThatItWas() throws Exception {
    var asObjects = rememberedIn(new ObjectMapper().readTree(PAGE));

    assertThat(rememberedIn(TextNode.valueOf(PAGE))).isEqualTo(asObjects);
    assertThat(asObjects).hasSize(1);
    assertThat(asObjects.get(0).type()).isEqualTo(SymptomType.PARTITION_STALLED);
    assertThat(asObjects.get(0).tracked().reported().status()).isEqualTo(ConditionStatus.TRUE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "null", "[]", "{}", "{\"conditions\": 1}", "no JSON", "{\"stages\": {}}"})
  void whatCannotBeReadIsDoneWithout(String text) {
    assertThat(rememberedIn(TextNode.valueOf(text))).isEmpty();
  }
}

package io.hamstring.samples.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelectionTest {

  private static final String OBJECT =
      """
      {"metadata":{"name":"n","labels":{"app":"x","tier":"back"}},"status":{"phase":"Running"}}""";

  @ParameterizedTest(name = "labels [{0}] fields [{1}] -> {2}")
  @CsvSource(
      delimiter = ';',
      emptyValue = "",
      textBlock =
          """
          '';                           '';                                true
          app=x;                        '';                                true
          app==x,tier=front;            '';                                false
          app!=y;                       '';                                true
          other!=y;                     '';                                true
          app;                          '';                                true
          !app;                         '';                                false
          !other;                       '';                                true
          app in (w, x),tier;           '';                                true
          app notin (w,x);              '';                                false
          other notin (w);              '';                                true
          '';                           metadata.name=n;                   true
          '';                           metadata.name=n,status.phase!=Running; false
          '';                           status.phase=Running;              true
          """)
  void selectorsMeanWhatKubernetesSays(String labels, String fields, boolean matches) {
    var selection = Selection.of(BuiltInTypes.PODS, "", labels, fields);

    assertThat(selection.matches(Json.read(OBJECT.getBytes(StandardCharsets.UTF_8))))
        .isEqualTo(matches);
  }
}

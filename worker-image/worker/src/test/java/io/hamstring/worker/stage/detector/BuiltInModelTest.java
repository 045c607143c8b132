package io.hamstring.worker.stage.detector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BuiltInModelTest {

  private static final List<String> PEOPLES =
      List.of(
          "google.com",
          "www.wikipedia.org",
          "mail.example.co.uk",
          "_ldap._tcp.dc._msdcs.corp.local",
          "wpad.lan",
          "",
          "1.0.168.192.in-addr.arpa",
          "xn--bcher-kva.example",
          "d111111abcdef8.cloudfront.net");

  private static final List<String> GENERATED =
      List.of(
          "kq3v9z8x7wj2hf5d.com",
          "xmpqzrtvkwbnh.net",
          "u7d2k0q9f4w8z1.biz",
          "wqjzkvxhpt.org",
          "pblfzrqnkxgd.com",
          "tzvkqwmxjhrg.info",
          "q8x2w7k4n9z3v.net",
          "gkzxvqwpjtnb.com");

  private final BuiltInModel model = BuiltInModel.load();

  @Test
  void aClientThatAsksForGeneratedNamesIsKnownByEachOfThem() {
    var questions = new ArrayList<>(asked(PEOPLES, true).toList());
    questions.addAll(asked(GENERATED, false).toList());

    var probabilities = model.probabilities(questions);

    assertThat(model.checksum()).matches("[0-9a-f]{64}");
    assertThat(Arrays.stream(probabilities).limit(PEOPLES.size())).allMatch(p -> p < 0.5);
    assertThat(Arrays.stream(probabilities).skip(PEOPLES.size())).allMatch(p -> p > 0.5);
  }

  @Test
  void namesThatPeopleAskForAreNotMaliciousWhetherTheyExistOrNot() {
    assertThat(Arrays.stream(model.probabilities(asked(PEOPLES, true).toList())))
        .allMatch(p -> p < 0.5);
    assertThat(Arrays.stream(model.probabilities(asked(PEOPLES, false).toList())))
        .allMatch(p -> p < 0.5);
    assertThat(model.probabilities(List.of())).isEmpty();
  }

  @Test
  void aSlipOfTheFingerIsNoDomainOfItsOwn() {
    assertThat(OneEdit.apart("google.com", "gogle.com")).isTrue();
    assertThat(OneEdit.apart("google.com", "googgle.com")).isTrue();
    assertThat(OneEdit.apart("google.com", "goolge.com")).isTrue();
    assertThat(OneEdit.apart("google.com", "goagle.com")).isTrue();
    assertThat(OneEdit.apart("google.com", "google.com")).isFalse();
    assertThat(OneEdit.apart("google.com", "goaale.com")).isFalse();
    assertThat(OneEdit.apart("google.com", "gle.com")).isFalse();
  }

  private static Stream<Question> asked(List<String> names, boolean exist) {
    return names.stream().map(name -> new Question(name, exist));
  }
}

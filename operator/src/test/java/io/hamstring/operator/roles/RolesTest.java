package io.hamstring.operator.roles;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.contract.report.WorkerRole;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Hands are written {@code name:role}, with {@code A}ctive, {@code S}tandby or {@code N}one, and
 * then any of {@code -} (does not answer), {@code !} (not ready), {@code o} (of an older template),
 * {@code 0} (without partitions). They started in the order in which they stand.
 */
class RolesTest {

  @ParameterizedTest(name = "{0}: {4}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          the first to start work             | 2 | 0 | a:N b:N c:N       | a=active b=active c=standby
          a death is made up for by one       | 3 | 0 | a:A b:A c:S d:S   | c=active d=standby
          two deaths by one if there is one   | 3 | 0 | a:A b:S           | b=active
          not while the dead has its place    | 3 | 1 | a:A b:A c:S       | c=standby
          a new one waits                     | 2 | 0 | a:A b:A c:N       | c=standby
          leases are renewed                  | 2 | 0 | a:A b:A c:S d:S   | c=standby d=standby
          more are wanted                     | 4 | 0 | a:A b:A c:S d:N   | c=active d=active
          fewer are wanted                    | 1 | 0 | a:A b:A c:A       | c=standby b=standby
          one without partitions leaves first | 2 | 0 | a:A0 b:A c:A      | a=standby
          one of an older template too        | 2 | 0 | a:Ao b:A c:A      | a=standby
          the newest template joins first     | 2 | 0 | a:A b:So c:S      | c=active b=standby
          whoever is ready joins first        | 2 | 0 | a:A b:S! c:S      | c=active b=standby
          a standby before one that starts    | 2 | 0 | a:A b:N! c:S!     | c=active b=standby
          whoever is silent is told nothing   | 2 | 0 | a:A b:S- c:S      | c=active
          nobody silent is sent away          | 1 | 0 | a:A b:A-          | a=standby
          none is wanted                      | 0 | 0 | a:S               | a=standby
          nobody is there                     | 3 | 0 | ""                | ""
          """)
  void whoIsToldWhat(String why, int wanted, int taken, String hands, String words) {
    assertThat(told(Roles.words(wanted, taken, true, hands(hands)))).isEqualTo(words);
  }

  @Test
  void nobodyIsSentAwayWhilePodsAreDeleted() {
    assertThat(told(Roles.words(1, 0, false, hands("a:A b:A c:S")))).isEqualTo("c=standby");
  }

  @Test
  void onlyANewRoleIsNews() {
    assertThat(Roles.words(2, 0, true, hands("a:A b:S c:S d:N")))
        .extracting(Word::isNew)
        .containsExactly(true, false, true);
  }

  private static String told(List<Word> words) {
    return words.stream()
        .map(word -> word.pod() + "=" + word.role().word())
        .collect(Collectors.joining(" "));
  }

  private static List<Hand> hands(String text) {
    var names = text.isBlank() ? new String[0] : text.split(" ");
    var start = Instant.parse("2026-11-30T00:00:00Z");
    return Arrays.stream(names)
        .map(name -> hand(name, start.plusSeconds(Arrays.asList(names).indexOf(name))))
        .toList();
  }

  private static Hand hand(String text, Instant startedAt) {
    var parts = text.split(":");
    var role =
        switch (parts[1].charAt(0)) {
          case 'A' -> WorkerRole.ACTIVE;
          case 'S' -> WorkerRole.STANDBY;
          default -> WorkerRole.NONE;
        };
    return new Hand(
        parts[0],
        parts[0] + "-1",
        role,
        !parts[1].contains("-"),
        !parts[1].contains("!"),
        !parts[1].contains("o"),
        parts[1].contains("0") ? 0 : 2,
        startedAt);
  }
}

package io.hamstring.worker.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hamstring.contract.names.Incarnation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BootCountTest {

  private static final Instant NOW = Instant.ofEpochSecond(1_700_000_000);

  @TempDir Path folder;

  @Test
  void aPodCountsItsStartsFromOne() throws IOException {
    assertThat(BootCount.raise(folder.resolve("new"), NOW).boot()).isEqualTo(1);
    assertThat(BootCount.raise(folder.resolve("new"), NOW).boot()).isEqualTo(2);
    assertThat(BootCount.raise(folder.resolve("new"), NOW).boot()).isEqualTo(3);
  }

  @Test
  void startsStayUnsettledUntilOneSettlesThem() throws IOException {
    BootCount.raise(folder, NOW);
    BootCount.raise(folder, NOW);
    var third = BootCount.raise(folder, NOW);
    var before = third.unsettled();
    third.settled();
    var fourth = BootCount.raise(folder, NOW);

    assertThat(before).containsExactly(1L, 2L);
    assertThat(third.unsettled()).isEmpty();
    assertThat(fourth.unsettled()).containsExactly(3L);
  }

  @Test
  void aStartInPlaceCountsLikeAnyOther() throws IOException {
    var first = BootCount.raise(folder, NOW);
    first.raiseInPlace();

    assertThat(first.boot()).isEqualTo(2);
    assertThat(first.unsettled()).containsExactly(1L);
    assertThat(BootCount.raise(folder, NOW).boot()).isEqualTo(3);
  }

  @Test
  void aFileThatNobodyUnderstandsNeverLeadsBackToAUsedNumber() throws IOException {
    for (var content : new String[] {"", "boot 7", "boot 7\nsettled x\n", "\u0000\u0001"}) {
      Files.writeString(folder.resolve("boot"), content);

      var first = BootCount.raise(folder, NOW);
      var second = BootCount.raise(folder, NOW);

      assertThat(first.boot()).isEqualTo(NOW.getEpochSecond());
      assertThat(second.boot()).isEqualTo(NOW.getEpochSecond() + 1);
      assertThat(second.unsettled()).containsExactly(first.boot());
    }
  }

  @Test
  void bytesThatAreNoTextAreNotUnderstoodEither() throws IOException {
    Files.write(folder.resolve("boot"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});

    assertThat(BootCount.raise(folder, NOW).boot()).isEqualTo(NOW.getEpochSecond());
  }

  @Test
  void aStartThatDiedWhileItCountedIsCountedAgain() throws IOException {
    BootCount.raise(folder, NOW);
    Files.writeString(folder.resolve("boot.next"), "boot 2\nsett");

    assertThat(BootCount.raise(folder, NOW).boot()).isEqualTo(2);
  }

  @Test
  void oneStartSettlesAHundredAtMost() throws IOException {
    Files.writeString(folder.resolve("boot"), "boot 5000\nsettled 10\n");

    assertThat(BootCount.raise(folder, NOW).unsettled()).hasSize(100).endsWith(5_000L);
  }

  @Test
  void aFolderThatCannotBeWrittenIsAnError() throws IOException {
    var file = Files.writeString(folder.resolve("file"), "");

    assertThatThrownBy(() -> BootCount.raise(file, NOW)).isInstanceOf(IOException.class);
  }

  @Test
  void theTerminationMessageNamesTheIncarnationAndTheProblem() throws IOException {
    var incarnation = new Incarnation("ns", "dns", "copy", "pod-1", 3);

    assertThat(new TerminationMessage(incarnation, null).text())
        .isEqualTo(
            "{\"instanceId\":\"hamstring_ns_pod-1_3\","
                + "\"transactionalId\":\"hamstring_ns_dns_copy_pod-1_3\",\"boot\":3}\n");
    assertThat(new TerminationMessage(null, "x".repeat(9_000)).text()).hasSizeLessThan(4_096);
  }
}

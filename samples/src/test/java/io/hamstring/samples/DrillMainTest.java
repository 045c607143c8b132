package io.hamstring.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import io.hamstring.samples.drill.plan.Guarding;
import io.hamstring.samples.drill.plan.Mode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class DrillMainTest {

  private static final int USAGE = 2;

  @Test
  void everyOptionIsRead() {
    var main = new DrillMain();
    new CommandLine(main)
        .parseArgs(
            "--protocol classic --mode sigkill-open --guard off --runs 8 --seed 7 --report r --resume --within 5m --takeover-bound 10s"
                .split(" "));

    var options = main.options();

    assertThat(options.protocols()).containsExactly(GroupProtocol.CLASSIC);
    assertThat(options.modes()).containsExactly(Mode.SIGKILL_OPEN);
    assertThat(options.guards()).containsExactly(Guarding.OFF);
    assertThat(options.runs()).isEqualTo(8);
    assertThat(options.seed()).isEqualTo(7);
    assertThat(options.report()).hasFileName("r");
    assertThat(options.resume()).isTrue();
    assertThat(options.within()).isEqualTo(Duration.ofMinutes(5));
    assertThat(options.takeoverBound()).contains(Duration.ofSeconds(10));
  }

  @Test
  void withoutOptionsEveryCombinationIsDrilled() {
    var main = new DrillMain();
    new CommandLine(main).parseArgs();

    assertThat(main.options().plan()).hasSize(2 * 5 * 2 * 2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--protocol neither",
        "--mode sigint",
        "--guard perhaps",
        "--runs 0",
        "--takeover-bound soon",
        "--unknown"
      })
  void whatCannotBeFollowedIsAUsageErrorBeforeAnythingIsStarted(String arguments) {
    var errors = new StringWriter();

    int code =
        DrillMain.commandLine().setErr(new PrintWriter(errors)).execute(arguments.split(" "));

    assertThat(code).isEqualTo(USAGE);
    assertThat(errors.toString()).contains(arguments.split(" ")[0]);
  }
}

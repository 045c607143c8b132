package io.hamstring.samples;

import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import io.hamstring.samples.drill.runtime.Soak;
import io.hamstring.samples.runtime.ExitStatus;
import io.hamstring.samples.runtime.RunFailed;
import io.hamstring.samples.runtime.Session;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Restarts a fleet for a while and counts false evictions: the command line of {@code soak.sh}. */
@Command(
    name = "soak.sh",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Three workers share six partitions of 300 records a second, 5 ms of work for each, on this"
          + " machine. All of them are restarted, one after another, again and again; nobody is"
          + " killed. Whatever the guard evicts meanwhile is a mistake.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:nobody was evicted, nothing lost, nothing doubled",
      "1:a worker was evicted, a record lost or doubled, or the soak could not be carried out",
      "2:the command line cannot be followed"
    })
public final class SoakMain implements Callable<Integer> {

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "30",
      description = "How long. Default: ${DEFAULT-VALUE}.")
  private int minutes;

  @Option(
      names = "--protocol",
      paramLabel = "classic|consumer",
      defaultValue = "consumer",
      description = "The group protocol. Default: ${DEFAULT-VALUE}.")
  private String protocol;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this text.")
  private boolean help;

  /** Runs and exits. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new SoakMain()).execute(arguments));
  }

  @Override
  public Integer call() throws InterruptedException {
    var known = GroupProtocol.ofId(protocol);
    if (known.isEmpty() || minutes < 1) {
      System.err.println(
          "soak.sh: "
              + (known.isEmpty()
                  ? "--protocol must be classic or consumer, was '" + protocol + "'"
                  : "--minutes must be at least 1, was " + minutes));
      return ExitStatus.USAGE.code();
    }
    try {
      return new Soak(known.get(), Duration.ofMinutes(minutes), Session.samplesFolder(), System.out)
          .run()
          .code();
    } catch (RunFailed e) {
      System.err.println("soak.sh: " + e.getMessage());
      return e.status().code();
    }
  }
}

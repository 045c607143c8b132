package io.hamstring.worker.stage.detector.domainator;

import static io.hamstring.worker.stage.Lines.line;
import static io.hamstring.worker.stage.Records.batch;
import static io.hamstring.worker.stage.Records.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.recovery.processing.Result;
import io.hamstring.worker.stage.BatchText;
import io.hamstring.worker.stage.detector.DetectorOutputs;
import io.hamstring.worker.stage.detector.RowModel;
import io.hamstring.worker.stage.format.OutputLimits;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DomainatorProcessorTest {

  private static final String[] TUNNEL =
      IntStream.range(0, 5)
          .mapToObj(
              i ->
                  line(
                      "10.0.0.1",
                      i,
                      "x7k2m9q4w8z3v5n1b6c0f7h2j9l4p8r3t5y1u6d0g7s2"
                          + "qwertzuiopasdfghjklyxcvbnm".substring(i, i + 20)
                          + i
                          + ".t.evil.com",
                      "NOERROR"))
          .toArray(String[]::new);

  @Test
  void aTunnelIsFoundFromItsThirdNameOn() throws Exception {
    var two = detected(builtIn(), NameWindows.NONE, TUNNEL[0], TUNNEL[1]);
    var three = detected(builtIn(), NameWindows.NONE, TUNNEL[0], TUNNEL[1], TUNNEL[2]);

    assertThat(two.outputs()).isEmpty();
    assertThat(two.disposals().get(0).rule()).isEqualTo("below threshold");
    assertThat(three.outputs()).extracting(OutputRecord::topic).containsExactly("alerts", "next");
    assertThat(text(three.outputs().get(0).value()))
        .contains("\"request_count\":3", "\"src_ip\":\"10.0.0.1\"");
  }

  @Test
  void windowsReachFromBatchToBatch() throws Exception {
    var before = detected(builtIn(), NameWindows.NONE, TUNNEL[0], TUNNEL[1]).state();

    assertThat(detected(builtIn(), before, TUNNEL[2]).outputs()).hasSize(2);
  }

  @Test
  void aNameAskedForAgainSaysNothingNew() throws Exception {
    var again = detected(always(), NameWindows.NONE, TUNNEL[0], TUNNEL[1], TUNNEL[0], TUNNEL[1]);

    assertThat(again.outputs()).isEmpty();
  }

  /**
   * HAMSTRING's windows are shared by all clients, and x.co.uk and y.co.uk are one domain there.
   */
  @Test
  void clientsAndRegisteredDomainsHaveWindowsOfTheirOwn() throws Exception {
    var elsewhere = TUNNEL[1].replace("10.0.0.1", "10.0.0.2");
    var state = detected(always(), NameWindows.NONE, TUNNEL[0]).state();
    state = detected(always(), state, elsewhere).state();

    var british =
        detected(
            always(),
            state,
            line("10.0.0.1", 1, "a.one.co.uk", "NOERROR"),
            line("10.0.0.1", 1, "a.two.co.uk", "NOERROR"),
            line("10.0.0.1", 1, "a.three.co.uk", "NOERROR"),
            TUNNEL[2]);

    assertThat(british.outputs()).isEmpty();
    assertThat(british.state().size()).isEqualTo(5);
  }

  @Test
  void theDetectorsAfterItGetTheWindowAsAList() throws Exception {
    var result = detected(always(), NameWindows.NONE, TUNNEL[0], TUNNEL[1], TUNNEL[2]);

    assertThat(text(result.outputs().get(1).value()))
        .endsWith("\"data\":[[" + String.join(",", TUNNEL[0], TUNNEL[1], TUNNEL[2]) + "]]}");
  }

  @Test
  void aWindowHoldsTenNamesAndAPartitionAsManyWindowsAsItMay() throws Exception {
    var state = NameWindows.NONE;
    for (int i = 0; i < 40; i++) {
      state = detected(never(), state, line("10.0.0.1", 1, "h" + i + ".a.com", "NOERROR")).state();
    }
    assertThat(state.of("10.0.0.1 a.com").prefixes()).hasSize(10).startsWith("h30").endsWith("h39");

    for (int i = 0; i < 40; i++) {
      state = detected(never(), state, line("10.0.0.1", 1, "h.d" + i + ".com", "NOERROR")).state();
    }
    assertThat(state.size()).isEqualTo(8);
    assertThat(state.of("10.0.0.1 a.com").size()).isZero();
    assertThat(state.of("10.0.0.1 d39.com").size()).isEqualTo(1);
  }

  @Test
  void ignoredDomainsAndNamesWithoutAPrefixAreNotJudged() throws Exception {
    var result =
        detected(
            always(),
            NameWindows.NONE,
            line("10.0.0.1", 1, "a.safe.com", "NOERROR"),
            line("10.0.0.1", 1, "b.safe.com", "NOERROR"),
            line("10.0.0.1", 1, "c.safe.com", "NOERROR"),
            line("10.0.0.1", 1, "safe.com", "NOERROR"),
            line("10.0.0.1", 1, "other.com", "NOERROR"));

    assertThat(result.outputs()).isEmpty();
    assertThat(result.state().size()).isZero();
  }

  @Test
  void whatIsNoBatchIsRejectedAndLeavesTheWindows() throws Exception {
    var before = detected(never(), NameWindows.NONE, TUNNEL[0]).state();

    var result = processor(never()).process(batch("{}"), before);

    assertThat(result.rejections()).hasSize(1);
    assertThat(result.state().size()).isEqualTo(1);
  }

  private static Result<NameWindows> detected(
      WindowModel model, NameWindows before, String... lines) throws Exception {
    return processor(model).process(batch(BatchText.objects("b", lines)), before);
  }

  private static DomainatorProcessor processor(WindowModel model) {
    var outputs =
        new DetectorOutputs(
            "domainator", new OutputLimits(900_000, 10_000), List.of("alerts"), List.of("next"));
    return new DomainatorProcessor(model, 0.5, Set.of("safe.com"), 8, outputs);
  }

  private static WindowModel builtIn() {
    return WindowModel.builtIn();
  }

  private static WindowModel always() {
    return WindowModel.of(new Fixed(1));
  }

  private static WindowModel never() {
    return WindowModel.of(new Fixed(0));
  }

  private record Fixed(double answer) implements RowModel {

    @Override
    public double probability(double[] features) {
      assertThat(features).hasSize(7);
      return answer;
    }

    @Override
    public String checksum() {
      return "abc";
    }
  }
}

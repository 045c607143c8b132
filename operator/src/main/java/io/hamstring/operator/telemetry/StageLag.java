package io.hamstring.operator.telemetry;

import java.util.List;

/**
 * The lag of a stage over its partitions.
 *
 * @param total of the partitions whose lag is known; unknown when that is none of them
 * @param withheld offsets behind open transactions, of the partitions where both ends are known
 * @param unknown partitions whose lag is not known, and topics whose partitions are not
 */
public record StageLag(Figure total, long withheld, List<String> unknown) {

  public StageLag {
    unknown = List.copyOf(unknown);
  }

  /** Whether the total counts every partition. */
  public boolean isWhole() {
    return total.isKnown() && unknown.isEmpty();
  }
}

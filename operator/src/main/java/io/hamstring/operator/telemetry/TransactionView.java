package io.hamstring.operator.telemetry;

import java.util.List;

/**
 * What is known of open transactions around a stage.
 *
 * @param blockages partitions it reads, or in which its group commits, that are held up
 * @param lingering transactional ids of its own workers with a transaction open for a while
 */
public record TransactionView(List<Blockage> blockages, List<String> lingering) {

  /** Nothing is open for long. */
  public static final TransactionView QUIET = new TransactionView(List.of(), List.of());

  public TransactionView {
    blockages = List.copyOf(blockages);
    lingering = List.copyOf(lingering);
  }
}

package io.hamstring.samples.drill.report;

/**
 * The figures of the published experiment that the drill answers: plain consumers of one group,
 * killed with SIGKILL; 3 brokers, 3 consumers, 6 partitions, 300 messages a second, 5 ms of work.
 * Seconds, and messages.
 */
final class PublicExperiment {

  static final double UNREAD_LEAST = 40;
  static final double UNREAD_MOST = 49;
  static final double SURVIVORS_SILENT_LEAST = 12;
  static final double SURVIVORS_SILENT_MOST = 27;
  static final int REPLAYED = 480;

  private PublicExperiment() {}
}

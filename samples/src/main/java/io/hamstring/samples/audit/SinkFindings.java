package io.hamstring.samples.audit;

import com.fasterxml.jackson.annotation.JsonIgnore;

/**
 * What the monitoring tables hold.
 *
 * @param expected committed records of the monitoring topics, less those that went to the
 *     dead-letter topic
 * @param rows rows that stand in the tables, repeated ones included
 * @param rowsFinal rows that a reader sees
 */
public record SinkFindings(long expected, long rows, long rowsFinal) {

  /** Whether a reader sees every row once. */
  @JsonIgnore
  public boolean isWhole() {
    return expected == rowsFinal;
  }
}

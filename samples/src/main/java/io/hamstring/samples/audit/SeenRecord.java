package io.hamstring.samples.audit;

/**
 * What the audit needs of a record that a read_committed reader saw.
 *
 * @param recordId value of the header {@code hamstring-record-id}, or null
 * @param stage value of the header {@code hamstring-stage}, or null
 * @param lookBack value of the header {@code hamstring-look-back}, or null
 */
public record SeenRecord(
    String topic, int partition, long offset, String recordId, String stage, String lookBack) {}

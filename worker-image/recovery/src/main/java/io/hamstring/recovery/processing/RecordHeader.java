package io.hamstring.recovery.processing;

/**
 * A header of a record. Neither array is copied; nobody changes one.
 *
 * @param value may be null
 */
@SuppressWarnings("ArrayRecordComponent")
public record RecordHeader(String name, byte[] value) {}

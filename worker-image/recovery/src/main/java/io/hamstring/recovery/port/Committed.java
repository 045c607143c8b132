package io.hamstring.recovery.port;

/**
 * What a group has committed for a partition.
 *
 * @param metadata text kept beside the offset; may be empty
 */
public record Committed(Position position, String metadata) {}

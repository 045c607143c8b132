package io.hamstring.recovery.port;

/**
 * The offsets that a partition holds.
 *
 * @param start of the first record
 * @param end one past the last record a committed reader may see
 */
public record LogRange(long start, long end) {}

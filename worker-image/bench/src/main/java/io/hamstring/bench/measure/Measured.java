package io.hamstring.bench.measure;

/**
 * One run of one contender.
 *
 * @param recordsPerSecond committed
 * @param startSeconds from nothing to the first commit
 * @param bytesPerRecord allocated in the client JVM, the client's own and this meter's included;
 *     NaN where the contender runs elsewhere
 */
public record Measured(
    String contender, double recordsPerSecond, double startSeconds, double bytesPerRecord) {}

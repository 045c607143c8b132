package io.hamstring.samples.drill.measure;

/**
 * A committed output.
 *
 * @param partition of the input record that it came from
 * @param output partition that it was written to
 * @param worker who wrote it
 * @param written when its writer handed it to the producer, in milliseconds since 1970
 * @param seen when a read_committed reader had it, in milliseconds since 1970
 */
public record Effect(int partition, int output, String worker, long written, long seen) {}

package io.hamstring.samples.drill.measure;

/**
 * What became of one input partition, in seconds.
 *
 * @param owner who worked on it when the fault came
 * @param takeover from the fault to the first output by another worker; null if there was none, or
 *     if its owner was not hit
 * @param silence longest time without an output, from the last one before the fault on
 * @param downstream the same as a read_committed reader sees it
 * @param afterResume longest time without an output since a frozen worker went on; null if none did
 */
public record PartitionFindings(
    int partition,
    String owner,
    Double takeover,
    double silence,
    double downstream,
    Double afterResume) {}

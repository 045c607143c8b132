package io.hamstring.contract.batch;

import java.time.Duration;

/**
 * The bounds that a worker's batches have, and where each came from.
 *
 * @param size Kafka records, at least 1
 * @param sizeFrom the level that decided, such as {@code topics.pipeline-x} or {@code
 *     stages.detector}
 * @param timeout time since a batch's first record
 * @param timeoutFrom the level that decided
 */
public record EffectiveBatch(int size, String sizeFrom, Duration timeout, String timeoutFrom) {}

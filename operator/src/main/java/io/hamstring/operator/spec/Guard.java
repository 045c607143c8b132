package io.hamstring.operator.spec;

import java.time.Duration;

/**
 * How dead and frozen workers are treated.
 *
 * @param enabled whether they are fenced and evicted
 * @param unresponsiveAfter silence after which a worker that also commits nothing counts as frozen
 * @param lostNodes whether workers on a lost node count as dead
 */
public record Guard(boolean enabled, Duration unresponsiveAfter, boolean lostNodes) {}

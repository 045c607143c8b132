package io.hamstring.operator.spec;

import java.time.Duration;

/**
 * When a symptom becomes a condition.
 *
 * @param membershipLosses lost memberships of a stage within {@code membershipLossWindow}
 * @param outputSilence time without a commit while input arrives
 * @param lagGrowthWindow time over which lag must grow while transactions are aborted
 * @param hangingTransaction time for which an open transaction may hold readers up
 */
public record Alerts(
    int membershipLosses,
    Duration membershipLossWindow,
    Duration outputSilence,
    Duration lagGrowthWindow,
    Duration hangingTransaction) {}

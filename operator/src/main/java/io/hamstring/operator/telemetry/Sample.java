package io.hamstring.operator.telemetry;

import java.time.Instant;

/** What a stage's window keeps of a look that is over. */
public record Sample(Instant at, Figure lag, Totals totals) {}

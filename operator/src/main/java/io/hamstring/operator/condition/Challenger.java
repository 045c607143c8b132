package io.hamstring.operator.condition;

import java.time.Instant;

/** A contrary status that is not yet believed. */
public record Challenger(ConditionStatus status, Instant since) {}

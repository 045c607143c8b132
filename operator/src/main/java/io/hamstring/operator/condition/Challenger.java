package io.hamstring.operator.condition;

import io.hamstring.operator.symptom.ConditionStatus;
import java.time.Instant;

/** A contrary status that is not yet believed. */
public record Challenger(ConditionStatus status, Instant since) {}

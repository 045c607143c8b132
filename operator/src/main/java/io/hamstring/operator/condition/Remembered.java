package io.hamstring.operator.condition;

import io.hamstring.operator.symptom.SymptomType;

/** A condition of a stage that is not simply healthy, for a restarted operator. */
public record Remembered(String stage, SymptomType type, Tracked tracked) {}

package io.hamstring.operator.condition;

/** A condition of a stage that is not simply healthy, for a restarted operator. */
public record Remembered(String stage, SymptomType type, Tracked tracked) {}

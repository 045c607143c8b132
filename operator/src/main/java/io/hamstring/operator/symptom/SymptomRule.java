package io.hamstring.operator.symptom;

/** Finds one symptom in what was seen of a stage. A function of its arguments. */
interface SymptomRule {

  /** What it finds. */
  SymptomType type();

  /** What the evidence says now. */
  Verdict in(Evidence evidence);
}

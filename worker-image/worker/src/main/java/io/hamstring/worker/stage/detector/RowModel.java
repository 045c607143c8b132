package io.hamstring.worker.stage.detector;

/** A model that judges a row of features. Safe for several threads. */
public interface RowModel {

  /** The probability that the row is malicious, from 0 to 1. */
  double probability(double[] features);

  /** The SHA-256 of the model, in lower-case hexadecimal. */
  String checksum();
}

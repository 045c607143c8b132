package io.hamstring.worker.stage.detector;

/** Says how likely a domain name was made by a program of malware. Safe for several threads. */
public interface DomainScorer {

  /** The probability, from 0 to 1. */
  double probability(String domainName);

  /** The SHA-256 of the model, in lower-case hexadecimal. */
  String checksum();
}

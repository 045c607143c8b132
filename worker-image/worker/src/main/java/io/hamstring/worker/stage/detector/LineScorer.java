package io.hamstring.worker.stage.detector;

import java.util.List;

/**
 * Says how likely each name that a client asked for was made by a program of malware. Safe for
 * several threads.
 */
public interface LineScorer {

  /**
   * The probabilities, from 0 to 1.
   *
   * @param questions of one client, of one batch, in its order
   */
  double[] probabilities(List<Question> questions);

  /** The SHA-256 of the model, in lower-case hexadecimal. */
  String checksum();
}

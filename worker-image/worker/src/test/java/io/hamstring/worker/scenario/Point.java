package io.hamstring.worker.scenario;

import java.util.Locale;

/** A place in a worker's way through a batch. */
enum Point {
  IN_POLL,
  BEFORE_WORK,
  AFTER_WORK,
  AFTER_BEGIN,
  AFTER_SEND_OFFSETS,
  AFTER_SEND,
  DURING_COMMIT;

  /** As a sentence has it. */
  String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}

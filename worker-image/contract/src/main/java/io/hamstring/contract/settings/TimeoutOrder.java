package io.hamstring.contract.settings;

import io.hamstring.contract.Durations;
import io.hamstring.contract.settings.WorkerSettings.Timeouts;

/** Which bounds have to be shorter than which. The API server checks the same where it can. */
final class TimeoutOrder {

  private TimeoutOrder() {}

  /** Adds a problem for each pair that is the wrong way round. */
  static void check(Timeouts timeouts, Section producer) {
    if (timeouts.message().compareTo(timeouts.transaction()) >= 0) {
      producer.problem(
          "message_timeout_ms",
          "must be shorter than transaction_timeout_ms, which is "
              + Durations.format(timeouts.transaction())
              + ", or a transaction is over before its records are known to be lost; was "
              + Durations.format(timeouts.message()));
    }
    if (timeouts.transactionApi().compareTo(timeouts.maxPollInterval()) >= 0) {
      producer.problem(
          "transaction_api_timeout_seconds",
          "must be shorter than max_poll_interval_ms, which is "
              + Durations.format(timeouts.maxPollInterval())
              + ", or waiting for a commit costs the membership; was "
              + Durations.format(timeouts.transactionApi()));
    }
  }
}

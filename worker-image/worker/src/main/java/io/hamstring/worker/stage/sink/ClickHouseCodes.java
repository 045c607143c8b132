package io.hamstring.worker.stage.sink;

import static io.hamstring.contract.report.SinkTrouble.MISCONFIGURED;
import static io.hamstring.contract.report.SinkTrouble.OVERLOADED;
import static io.hamstring.contract.report.SinkTrouble.REFUSED;

import io.hamstring.contract.report.SinkTrouble;
import java.util.Optional;
import java.util.Set;

/**
 * What ClickHouse's error codes mean for the sink. A code that is not here is taken for something
 * that passes, so that no row is ever given up for want of knowledge.
 */
final class ClickHouseCodes {

  /** CANNOT_PARSE_*, TYPE_MISMATCH, ARGUMENT_OUT_OF_BOUND and the like: the rows are at fault. */
  private static final Set<Integer> ROW =
      Set.of(
          6, 25, 26, 27, 32, 33, 38, 41, 53, 69, 70, 72, 117, 131, 153, 190, 321, 349, 376, 441,
          467, 675, 691);

  /** UNKNOWN_USER, WRONG_PASSWORD, ACCESS_DENIED and the like. */
  private static final Set<Integer> USER = Set.of(192, 193, 194, 195, 291, 372, 497, 516);

  /** UNKNOWN_TABLE, NO_SUCH_COLUMN_IN_TABLE, SYNTAX_ERROR, UNKNOWN_SETTING and the like. */
  private static final Set<Integer> SETUP =
      Set.of(8, 10, 15, 16, 20, 36, 44, 46, 47, 48, 50, 56, 57, 60, 62, 73, 81, 115, 164, 344, 452);

  private ClickHouseCodes() {}

  /** Whether the rows themselves are refused. */
  static boolean isRow(int code) {
    return ROW.contains(code);
  }

  /** What is the matter, unless it is the rows. */
  static Optional<SinkTrouble> trouble(int code) {
    if (isRow(code)) {
      return Optional.empty();
    }
    if (USER.contains(code)) {
      return Optional.of(REFUSED);
    }
    return Optional.of(SETUP.contains(code) ? MISCONFIGURED : OVERLOADED);
  }

  /** What an answer without a code means: that of a proxy, or of nothing like ClickHouse. */
  static SinkTrouble ofStatus(int status) {
    if (status == 401 || status == 403 || status == 407) {
      return REFUSED;
    }
    return status >= 500 || status == 408 || status == 429 ? OVERLOADED : MISCONFIGURED;
  }
}

package io.hamstring.operator.telemetry.watch;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.hamstring.contract.report.WorkerReport;
import java.io.IOException;

/** Reads what workers say of themselves; a newer one may say more than this operator knows. */
public final class ReportReader {

  private static final ObjectReader READER =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL)
          .build()
          .readerFor(WorkerReport.class);

  private ReportReader() {}

  /**
   * A report.
   *
   * @throws IOException if it is none
   */
  public static WorkerReport read(byte[] body) throws IOException {
    return READER.readValue(body);
  }
}

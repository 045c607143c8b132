package io.hamstring.worker.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.hamstring.contract.report.WorkerReport;

/** A report as JSON: field names as in the record, instants and durations as ISO 8601 texts. */
final class ReportJson {

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
          .build();

  private ReportJson() {}

  static byte[] bytes(WorkerReport report) {
    try {
      return JSON.writeValueAsBytes(report);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("a report is made of values that JSON has", impossible);
    }
  }
}

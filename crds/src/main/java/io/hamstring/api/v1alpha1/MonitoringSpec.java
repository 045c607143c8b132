package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** Where HAMSTRING's monitoring rows go. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MonitoringSpec {

  @JsonPropertyDescription(
      "The ClickHouse server that takes them. Left out, none are written. With it the pipeline has a"
          + " stage of type monitoring that writes them: the one you list, or one of the operator's"
          + " own, named monitoring, with one worker and the dead-letter topic monitoring-dlt.")
  private ClickHouseSpec clickhouse;

  public ClickHouseSpec getClickhouse() {
    return clickhouse;
  }

  public void setClickhouse(ClickHouseSpec clickhouse) {
    this.clickhouse = clickhouse;
  }
}

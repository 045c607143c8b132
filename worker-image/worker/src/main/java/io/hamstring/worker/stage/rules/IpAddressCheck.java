package io.hamstring.worker.stage.rules;

import com.fasterxml.jackson.databind.JsonNode;
import io.hamstring.worker.stage.format.IpAddress;

/** An IPv4 or IPv6 address. */
record IpAddressCheck() implements FieldCheck {

  static final String TYPE = "IpAddress";

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public boolean accepts(JsonNode value) {
    return value.isTextual() && IpAddress.parse(value.textValue()).isPresent();
  }
}

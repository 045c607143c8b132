package io.hamstring.worker.stage.logserver;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonToken;
import io.hamstring.worker.stage.format.IpAddress;
import io.hamstring.worker.stage.format.Json;
import io.hamstring.worker.stage.format.Subnets;
import io.hamstring.worker.stage.format.ZeekShape;
import java.io.IOException;
import java.util.Optional;

/** What a line's record is keyed by. */
public enum KeyBy {
  /** The subnet of the client; the message id when the line names no client. */
  SUBNET("subnet"),
  /** The message id, as HAMSTRING does, which spreads a client over all partitions. */
  MESSAGE_ID("messageId");

  private final String id;

  KeyBy(String id) {
    this.id = id;
  }

  /**
   * The value of that name in settings.
   *
   * @throws IllegalArgumentException if there is none
   */
  static KeyBy ofId(String id) {
    for (var value : values()) {
      if (value.id.equals(id)) {
        return value;
      }
    }
    throw new IllegalArgumentException("must be subnet or messageId, was '" + id + "'");
  }

  /** The key of a line. */
  byte[] key(byte[] line, Subnets subnets, byte[] messageId) {
    if (this == MESSAGE_ID || line == null) {
      return messageId;
    }
    return client(line).map(subnets::of).map(subnet -> subnet.getBytes(UTF_8)).orElse(messageId);
  }

  /** The client's address, from no more of the line than it takes. */
  private static Optional<IpAddress> client(byte[] line) {
    try (var parser = Json.factory().createParser(line)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return Optional.empty();
      }
      for (var name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
        var value = parser.nextToken();
        if (name.equals(ZeekShape.SRC_IP) || name.equals(ZeekShape.ORIGIN)) {
          return value == JsonToken.VALUE_STRING
              ? IpAddress.parse(parser.getText())
              : Optional.empty();
        }
        parser.skipChildren();
      }
      return Optional.empty();
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }
}

package io.hamstring.operator.spec;

import io.hamstring.contract.settings.KafkaSecurity;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How a pipeline's workers and the operator itself prove to Kafka who they are.
 *
 * @param workers of the workers
 * @param operator of the operator's own client
 * @param operatorClient settings of the operator's client beside the addresses; until the Secrets
 *     are read without what stands in them
 * @param rack the pod's label that says where its node stands; null when nobody asks
 */
public record KafkaAccess(
    Credentials workers, Credentials operator, Hidden operatorClient, String rack) {

  /**
   * Credentials by the files that hold them.
   *
   * @param files where each file that {@code security} names comes from
   */
  public record Credentials(KafkaSecurity security, SortedMap<String, SecretKey> files) {

    /** Nothing is proved, in plain text. */
    public static final Credentials NONE = new Credentials(KafkaSecurity.NONE, new TreeMap<>());
  }

  /** Settings that may hold secrets: they are never printed. */
  public record Hidden(Map<String, String> settings) {

    public Hidden {
      settings = Map.copyOf(settings);
    }

    @Override
    public String toString() {
      return "(hidden)";
    }
  }

  KafkaAccess with(Hidden client) {
    return new KafkaAccess(workers, operator, client, rack);
  }
}

package io.hamstring.contract.names;

import io.hamstring.contract.StageType;
import java.util.regex.Pattern;

/**
 * HAMSTRING's topic names: {@code <hop>-<name of the consuming instance>}. The suffix is always the
 * consumer's, so a stage that several others read writes one topic per reader.
 */
public final class TopicNames {

  private static final Pattern LEGAL = Pattern.compile("[A-Za-z0-9._-]{1,249}");

  private TopicNames() {}

  /**
   * The topic from which a logserver takes what the sensors wrote, such as {@code
   * hamstring_input-dns}.
   */
  public static String sensorInput(String protocol) {
    return "hamstring_input-" + protocol;
  }

  /**
   * The topic between a stage of type {@code from} and the consumer {@code name} of type {@code
   * to}.
   */
  public static String hop(StageType from, StageType to, String name) {
    return "pipeline-" + producer(from) + "_to_" + to.id() + "-" + name;
  }

  /** The topic that alerts leave the pipeline by when the alerter's configuration names none. */
  public static String alerts() {
    return "hamstring_alerts";
  }

  /** Whether Kafka takes {@code topic} as a name. */
  public static boolean isLegal(String topic) {
    return LEGAL.matcher(topic).matches() && !topic.equals(".") && !topic.equals("..");
  }

  // HAMSTRING's collector hands over through what was once a component of its own.
  private static String producer(StageType type) {
    return type == StageType.COLLECTOR ? "batch_sender" : type.id();
  }
}

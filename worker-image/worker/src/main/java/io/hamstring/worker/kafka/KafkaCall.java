package io.hamstring.worker.kafka;

/** The calls to Kafka that fail in ways of their own. */
enum KafkaCall {
  /** Settling, building the consumer, subscribing. */
  OPEN_INPUT("opening the consumer", true),
  /** Serving the group and fetching. */
  POLL("polling", true),
  /** Asking for committed offsets and log ranges, seeking. */
  READ_OFFSETS("reading offsets", true),
  /** Building the producer and initialising its transactions. */
  OPEN_OUTPUT("opening the producer", false),
  /** Beginning a transaction and sending records. */
  SEND("sending records", false),
  /** Adding offsets to a transaction. */
  SEND_OFFSETS("sending offsets", false),
  /** Committing a transaction. */
  COMMIT("committing", false),
  /** Aborting a transaction. */
  ABORT("aborting", false);

  private final String words;
  private final boolean consumer;

  KafkaCall(String words, boolean consumer) {
    this.words = words;
    this.consumer = consumer;
  }

  /** What was being done, for messages. */
  String words() {
    return words;
  }

  /** Whether the consumer makes it, not the producer. */
  boolean isConsumers() {
    return consumer;
  }
}

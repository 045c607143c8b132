package io.hamstring.samples.audit;

/**
 * A record of a dead-letter topic, as its headers describe it.
 *
 * @param on the dead-letter topic
 * @param stage who gave the record up
 * @param topic where the record was read
 * @param partition where the record was read
 * @param offset its place there
 */
public record SeenLetter(String on, String stage, String topic, int partition, long offset) {}

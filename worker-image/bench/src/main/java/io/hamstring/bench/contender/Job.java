package io.hamstring.bench.contender;

import java.nio.file.Path;

/**
 * What a contender is to do: read a topic to its end, turn every value over, write it to another.
 *
 * @param group a consumer group that nobody used before
 * @param folder an empty folder of its own
 */
public record Job(
    String bootstrapServers, String inputTopic, String outputTopic, String group, Path folder) {}

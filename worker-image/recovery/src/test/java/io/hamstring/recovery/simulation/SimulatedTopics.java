package io.hamstring.recovery.simulation;

import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.recovery.processing.Partition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** The topics of the cluster. */
final class SimulatedTopics {

  private final Map<String, Topic> topics = new TreeMap<>();
  private int made;

  private record Topic(String id, List<SimulatedLog> logs, int maxRecordBytes) {}

  void create(String name, int partitions, int maxRecordBytes) {
    topics.put(name, new Topic("id-" + ++made, new ArrayList<>(), maxRecordBytes));
    grow(name, partitions);
  }

  void delete(String name) {
    topics.remove(name);
  }

  void grow(String name, int partitions) {
    var logs = topics.get(name).logs;
    while (logs.size() < partitions) {
      logs.add(new SimulatedLog(new Partition(name, logs.size())));
    }
  }

  boolean has(String name) {
    return topics.containsKey(name);
  }

  Optional<String> id(String name) {
    return Optional.ofNullable(topics.get(name)).map(Topic::id);
  }

  TreeSet<Partition> partitions(Collection<String> names) {
    var partitions = new TreeSet<Partition>();
    for (var name : names) {
      if (has(name)) {
        for (int number = 0; number < topics.get(name).logs.size(); number++) {
          partitions.add(new Partition(name, number));
        }
      }
    }
    return partitions;
  }

  SimulatedLog log(Partition partition) {
    return topics.get(partition.topic()).logs.get(partition.number());
  }

  boolean takes(OutputRecord record) {
    return record.size() <= topics.get(record.topic()).maxRecordBytes;
  }
}

package io.hamstring.worker.throughput;

import static org.awaitility.Awaitility.await;

import io.hamstring.worker.TestKafka;
import io.hamstring.worker.process.TestWorker;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Successive stages, each with one real worker process, and the topics between them. */
final class Chain implements AutoCloseable {

  static final int PARTITIONS = 3;

  /** The flags of the worker's image, with the memory of a small container. */
  private static final List<String> JVM =
      List.of("-XX:MaxRAM=384m", "-XX:MaxRAMPercentage=66", "-XX:+UseSerialGC", "-XX:-UsePerfData");

  private final List<Step> steps;
  private final List<String> topics = new ArrayList<>();
  private final List<TestWorker> workers = new ArrayList<>();
  private final List<Duration> before = new ArrayList<>();
  private final long broker;
  private long began;

  private Chain(List<Step> steps, long broker) {
    this.steps = steps;
    this.broker = broker;
  }

  /**
   * Starts the workers, and waits until they have their partitions.
   *
   * @param gathering how long a collector gathers lines
   */
  static Chain start(TestKafka kafka, Path folder, List<Step> steps, String gathering)
      throws IOException {
    var chain = new Chain(steps, kafka.broker().pid());
    chain.topics.add(kafka.topic(PARTITIONS));
    var servers = kafka.broker().bootstrapServers();
    try {
      for (var step : steps) {
        var in = chain.last();
        chain.topics.add(kafka.topic(PARTITIONS));
        var settings = step.settings(servers, in, chain.last(), gathering);
        var pod = step.id() + "-" + in;
        chain.workers.add(TestWorker.of(pod, folder, settings).withJvm(JVM).start());
      }
      chain.workers.forEach(Chain::awaitAssignment);
      chain.begin();
    } catch (RuntimeException | IOException failure) {
      chain.close();
      throw failure;
    }
    return chain;
  }

  String first() {
    return topics.get(0);
  }

  String last() {
    return topics.get(topics.size() - 1);
  }

  List<String> topics() {
    return List.copyOf(topics);
  }

  /** Waits until everything that was written to the first topic has come through. */
  void awaitDone(Progress progress) {
    topics.subList(0, steps.size()).forEach(progress::awaitAll);
  }

  /** Measures from now on. */
  void begin() {
    before.clear();
    before.addAll(processorTimes());
    began = System.nanoTime();
  }

  /** Seconds since {@link #begin}. */
  double took() {
    return (System.nanoTime() - began) / 1e9;
  }

  /** Processor time since {@link #begin}: of each worker, and of the broker last. */
  List<Duration> used() {
    var now = processorTimes();
    return IntStream.range(0, now.size()).mapToObj(i -> now.get(i).minus(before.get(i))).toList();
  }

  private List<Duration> processorTimes() {
    return LongStream.concat(
            workers.stream().mapToLong(worker -> worker.process().pid()), LongStream.of(broker))
        .mapToObj(Chain::processorTime)
        .toList();
  }

  @Override
  public void close() {
    workers.forEach(TestWorker::close);
  }

  private static Duration processorTime(long pid) {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().totalCpuDuration())
        .orElse(Duration.ZERO);
  }

  private static void awaitAssignment(TestWorker worker) {
    await()
        .pollInSameThread()
        .ignoreExceptions()
        .atMost(Duration.ofMinutes(2))
        .until(() -> worker.report().path("partitions").size() == PARTITIONS);
  }
}

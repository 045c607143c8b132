package io.hamstring.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokerClusterTest {

  @TempDir Path folder;

  @Test
  void anyOneNodeMayBeAwayAndComesBack() throws Exception {
    try (var cluster = BrokerCluster.start(BrokerOptions.forTests(folder), 3);
        var admin = Admin.create(settings(cluster));
        var producer =
            new KafkaProducer<>(
                settings(cluster), new StringSerializer(), new StringSerializer())) {
      assertThat(admin.describeCluster().nodes().get()).hasSize(3);
      admin
          .createTopics(List.of(new NewTopic("letters", Optional.of(1), Optional.empty())))
          .all()
          .get();
      producer.send(new ProducerRecord<>("letters", 0, null, "all there")).get();

      for (var node : cluster.nodes()) {
        node.kill();
        var acknowledged =
            producer
                .send(new ProducerRecord<>("letters", 0, null, "without " + node.id()))
                .get(60, TimeUnit.SECONDS);
        node.start();

        assertThat(acknowledged.offset()).isEqualTo(node.id());
        awaitInSync(admin);
      }
    }
  }

  private static void awaitInSync(Admin admin) throws Exception {
    var until = System.nanoTime() + Duration.ofSeconds(90).toNanos();
    var inSync = 0;
    while (inSync < 3) {
      assertThat(System.nanoTime()).as("all in sync in time").isLessThan(until);
      inSync =
          admin
              .describeTopics(List.of("letters"))
              .allTopicNames()
              .get()
              .get("letters")
              .partitions()
              .get(0)
              .isr()
              .size();
    }
  }

  private static Map<String, Object> settings(BrokerCluster cluster) {
    return Map.of("bootstrap.servers", cluster.bootstrapServers());
  }
}

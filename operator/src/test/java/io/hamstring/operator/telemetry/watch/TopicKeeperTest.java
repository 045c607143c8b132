package io.hamstring.operator.telemetry.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.CreateTopicsResult;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.Test;

class TopicKeeperTest {

  /** What becomes of a missing topic whose creation ends with {@code failure}. */
  private static Map<String, Exception> creationFailsWith(Exception failure) throws Exception {
    var admin =
        (Admin)
            Proxy.newProxyInstance(
                Admin.class.getClassLoader(),
                new Class<?>[] {Admin.class},
                (proxy, method, arguments) -> new Created(Map.of("in", failed(failure))));
    return new TopicKeeper(admin, Duration.ofMillis(100))
        .keep(
            List.of(new KeptTopic("in", 1, (short) 1, Map.of())),
            Answers.<String, TopicDescription>await(
                Map.of("in", failed(new UnknownTopicOrPartitionException("in"))), Duration.ZERO),
            1);
  }

  private static <T> KafkaFuture<T> failed(Exception failure) {
    var future = new KafkaFutureImpl<T>();
    if (failure != null) {
      future.completeExceptionally(failure);
    }
    return future;
  }

  private static final class Created extends CreateTopicsResult {
    Created(Map<String, KafkaFuture<TopicMetadataAndConfig>> futures) {
      super(futures);
    }
  }

  @Test
  void aCreationThatIsSlowLeavesTheTopicMissing() throws Exception {
    assertThat(creationFailsWith(new TimeoutException("slow"))).isEmpty();
    assertThat(creationFailsWith(null)).isEmpty();
  }

  @Test
  void aWishThatKafkaRefusesIsToldOf() throws Exception {
    assertThat(creationFailsWith(new PolicyViolationException("no")).get("in")).isNotNull();
    assertThat(creationFailsWith(new InvalidReplicationFactorException("5")).get("in")).isNotNull();
  }

  @Test
  void aDenialIsADenialAndNoRefusedWish() throws Exception {
    var denied = creationFailsWith(new TopicAuthorizationException("no")).get("in");

    assertThat(AdminFailures.isRefused(denied)).isTrue();
    assertThat(AdminFailures.isRefusedWish(denied)).isFalse();
  }

  @Test
  void aTopicThatSomebodyElseMadeMeanwhileIsThere() throws Exception {
    assertThat(creationFailsWith(new TopicExistsException("in"))).containsEntry("in", null);
  }
}

package io.hamstring.worker.kafka;

import io.hamstring.contract.names.Incarnation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.FenceProducersOptions;
import org.apache.kafka.clients.admin.MemberToRemove;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.acl.AclOperation;

/**
 * Ends what earlier starts of this pod left at the brokers: their open transactions, which block
 * whoever reads the same partitions next, and their memberships, which keep the partitions until
 * the session ends.
 */
final class Settling implements AutoCloseable {

  private static final String REASON = "the pod's next incarnation has started";

  private final Admin admin;
  private final Duration bound;

  Settling(Map<String, Object> properties, Duration bound) {
    this.admin = Admin.create(properties);
    this.bound = bound;
  }

  /** Fences the transactional ids of {@code dead}: one call each, a list of ids is slow. */
  void fence(List<Incarnation> dead) {
    var options = new FenceProducersOptions().timeoutMs((int) bound.toMillis());
    var calls = new ArrayList<Future<Void>>();
    for (var incarnation : dead) {
      calls.add(admin.fenceProducers(Set.of(incarnation.transactionalId()), options).all());
    }
    calls.forEach(this::await);
  }

  /** Removes static members from a group; one that is not there is done. */
  void remove(String group, List<Incarnation> members) {
    var toRemove = new ArrayList<MemberToRemove>();
    members.forEach(member -> toRemove.add(new MemberToRemove(member.instanceId())));
    var options = new RemoveMembersFromConsumerGroupOptions(toRemove);
    options.reason(REASON);
    options.timeoutMs((int) bound.toMillis());
    var result = admin.removeMembersFromConsumerGroup(group, options);
    toRemove.forEach(member -> awaitRemoval(result.memberResult(member)));
  }

  /**
   * What the cluster says of topics.
   *
   * @param ids of those to be read that exist and may be seen
   * @param notWritable those to be written that are known to be closed to this worker
   */
  record Topics(Map<String, String> ids, Set<String> notWritable) {}

  /** Asks for topics to be read and topics to be written; one that does not exist is left out. */
  Topics topics(List<String> read, List<String> written) {
    var options =
        new DescribeTopicsOptions()
            .timeoutMs((int) bound.toMillis())
            .includeAuthorizedOperations(!written.isEmpty());
    var asked = new TreeSet<>(read);
    asked.addAll(written);
    var ids = new HashMap<String, String>();
    var notWritable = new TreeSet<String>();
    admin
        .describeTopics(asked, options)
        .topicNameValues()
        .forEach(
            (topic, answer) -> {
              try {
                var found = await(answer);
                ids.put(topic, found.topicId().toString());
                if (forbidsWriting(found)) {
                  notWritable.add(topic);
                }
              } catch (SettlingFailed failed) {
                if (!KafkaFailures.isNoTopic(failed.getCause())) {
                  throw failed;
                }
                if (Grants.isRefusal(failed.getCause())) {
                  notWritable.add(topic);
                }
              }
            });
    ids.keySet().retainAll(read);
    notWritable.retainAll(written);
    return new Topics(ids, notWritable);
  }

  /** Whether the broker said what is allowed, and writing is not. */
  private static boolean forbidsWriting(TopicDescription topic) {
    var allowed = topic.authorizedOperations();
    return allowed != null && !allowed.isEmpty() && !allowed.contains(AclOperation.WRITE);
  }

  private void awaitRemoval(Future<Void> call) {
    try {
      await(call);
    } catch (SettlingFailed failed) {
      if (!KafkaFailures.isNobody(failed.getCause())) {
        throw failed;
      }
    }
  }

  private <T> T await(Future<T> call) {
    try {
      return call.get(bound.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException failed) {
      throw new SettlingFailed(failed.getCause());
    } catch (java.util.concurrent.TimeoutException late) {
      throw new SettlingFailed(late);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new SettlingFailed(interrupted);
    }
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
  }

  /** A call of the settling that failed; the cause says how. */
  private static final class SettlingFailed extends RuntimeException {

    private static final long serialVersionUID = 1L;

    SettlingFailed(Throwable cause) {
      super("settling earlier starts of this pod", cause);
    }
  }
}

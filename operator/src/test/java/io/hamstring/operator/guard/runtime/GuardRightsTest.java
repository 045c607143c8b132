package io.hamstring.operator.guard.runtime;

import static io.hamstring.operator.guard.runtime.GuardedGroup.settle;
import static io.hamstring.operator.guard.runtime.GuardedGroup.takesOver;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hamstring.broker.BrokerOptions;
import io.hamstring.broker.BrokerProcess;
import io.hamstring.broker.BrokerSecurity;
import io.hamstring.operator.guard.PodSight.Container;
import io.hamstring.operator.telemetry.watch.Cluster;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A guard that may not do all of it does what it may, and names the grant that it lacks. */
class GuardRightsTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String OPERATOR = "operator";

  @TempDir static Path folder;

  private static BrokerProcess broker;
  private static BrokerSecurity security;
  private static Admin admin;

  private GuardedGroup group;

  @BeforeAll
  static void startBroker() {
    security = BrokerSecurity.plain(Map.of(OPERATOR, "secret")).withAcls();
    broker = BrokerProcess.start(BrokerOptions.forTests(folder).with(security));
    admin = Admin.create(Map.of("bootstrap.servers", broker.internalServers()));
  }

  @AfterAll
  static void stopBroker() {
    admin.close(Duration.ZERO);
    broker.close();
  }

  @BeforeEach
  void startGuard() throws Exception {
    var cluster = new Cluster(broker.bootstrapServers(), security.clientSettings(OPERATOR));
    group = GuardedGroup.of(broker.internalServers(), cluster, admin, true, Duration.ofSeconds(45));
    grant(ResourceType.GROUP, group.group(), PatternType.LITERAL, AclOperation.DESCRIBE);
  }

  @AfterEach
  void stopGuard() {
    group.close();
  }

  private static void grant(
      ResourceType type, String name, PatternType pattern, AclOperation operation)
      throws Exception {
    var entry = new AccessControlEntry("User:" + OPERATOR, "*", operation, AclPermissionType.ALLOW);
    admin
        .createAcls(List.of(new AclBinding(new ResourcePattern(type, name, pattern), entry)))
        .all()
        .get();
  }

  private void dies(Mortal worker) throws Exception {
    worker.openTransaction(group.output(), worker.poll().iterator().next(), 7);
    worker.die();
    group
        .guard()
        .changed(group.sight("b", Container.RUNNING, 0), group.sight("b", Container.ENDED, 1));
  }

  /** The first look has the guard say what it lacks, the second tells of it. */
  private List<String> refusals() throws Exception {
    group.looked(Instant.now(), "a", "b");
    group.looked(Instant.now(), "a", "b");
    return group.refusals();
  }

  @Test
  void withoutWriteOnTransactionalIdsTheMemberIsEvictedAllTheSame() throws Exception {
    grant(ResourceType.GROUP, group.group(), PatternType.LITERAL, AclOperation.READ);
    try (var survivor = group.join("classic", "a", 1)) {
      var dead = group.join("classic", "b", 1);
      settle(survivor, dead);

      dies(dead);

      takesOver(survivor);
      await().atMost(PATIENCE).until(() -> group.ended.size() == 1);
      assertThat(group.ended.get(0).evicted()).isEqualTo(1);
      assertThat(group.ended.get(0).fenced()).isEmpty();
      assertThat(refusals())
          .containsExactly(
              "Write on transactional ids hamstring_security_dns_" + group.name + "_*");
    }
  }

  @Test
  void withoutReadOnTheGroupTheTransactionIsEndedAllTheSame() throws Exception {
    grant(
        ResourceType.TRANSACTIONAL_ID,
        "hamstring_security_dns_" + group.name + "_",
        PatternType.PREFIXED,
        AclOperation.WRITE);
    try (var survivor = group.join("classic", "a", 1)) {
      var dead = group.join("classic", "b", 1);
      settle(survivor, dead);

      dies(dead);

      await().atMost(PATIENCE).until(() -> refusals().contains("Read on group " + group.group()));
      assertThat(admin.listTransactions().all().get())
          .filteredOn(
              one -> one.transactionalId().equals(group.incarnation("b", 1).transactionalId()))
          .allMatch(one -> !one.state().name().equals("ONGOING"));
      assertThat(group.members()).as("nobody was removed").isEqualTo(2);
      assertThat(group.ended).isEmpty();
    }
  }
}

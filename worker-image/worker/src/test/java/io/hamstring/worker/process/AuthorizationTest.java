package io.hamstring.worker.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hamstring.broker.BrokerOptions;
import io.hamstring.broker.BrokerSecurity;
import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import io.hamstring.worker.TestKafka;
import io.hamstring.worker.process.Tenant.Right;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Workers on a broker that allows only what was granted, each without one right it needs. */
class AuthorizationTest {

  private static final int RECORDS = 50;
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration SEVERAL_TRIES = Duration.ofMillis(1_500);

  @TempDir static Path shared;
  private static TestKafka kafka;

  @TempDir Path folder;

  @BeforeAll
  static void startBroker() {
    kafka =
        TestKafka.start(
            BrokerOptions.forTests(shared.resolve("broker"))
                .with(BrokerSecurity.scramSha512(Map.of("somebody", "else")).withAcls()));
  }

  @AfterAll
  static void endBroker() {
    kafka.close();
  }

  static Stream<Arguments> rights() {
    return Stream.of(Right.values())
        .flatMap(right -> Stream.of(GroupProtocol.values()).map(each -> Arguments.of(right, each)));
  }

  @ParameterizedTest
  @MethodSource("rights")
  void aWorkerSaysWhatItLacksAndGoesOnWhenItIsGranted(Right right, GroupProtocol protocol)
      throws Exception {
    try (var tenant = new Tenant(right, protocol, kafka, folder)) {
      tenant.grantTheRest();
      tenant.write(RECORDS);
      tenant.start();
      await().atMost(PATIENCE).untilAsserted(tenant::assertSaysWhatItLacks);
      await()
          .during(SEVERAL_TRIES)
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(5))
          .until(() -> !tenant.report().ready());

      tenant.grant();
      awaitOutputs(tenant, RECORDS);
      await().atMost(PATIENCE).until(() -> tenant.report().ready());

      // Whoever is let in stays in: a password counts when a connection is made.
      if (right != Right.CREDENTIALS) {
        tenant.revoke();
        tenant.write(RECORDS);
        await().atMost(PATIENCE).untilAsserted(tenant::assertSaysWhatItLacks);
        tenant.grant();
        awaitOutputs(tenant, 2 * RECORDS);
      }
      assertThat(tenant.sources()).doesNotHaveDuplicates();
      assertThat(tenant.isRunning()).isTrue();
    }
  }

  private static void awaitOutputs(Tenant tenant, int count) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(250))
        .untilAsserted(() -> assertThat(tenant.sources()).hasSize(count));
  }
}

package io.hamstring.operator.telemetry.watch;

import io.hamstring.contract.names.Incarnation;
import io.hamstring.operator.telemetry.Blockage;
import io.hamstring.operator.telemetry.OpenTransaction;
import io.hamstring.operator.telemetry.Partition;
import io.hamstring.operator.telemetry.StageKey;
import io.hamstring.operator.telemetry.TransactionView;
import io.hamstring.operator.telemetry.watch.Stands.Stand;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeProducersResult.PartitionProducerState;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.TopicPartition;

/**
 * Who holds readers up: asked of the partitions that stand still only, so that it costs nothing
 * while all is well but the question for transactions that are open for long.
 */
final class TransactionSweep {

  /** Of a worker that lives no transaction is open for so long, unless its broker is away. */
  private static final Duration LINGERING = Duration.ofSeconds(10);

  /** Partitions that are asked about in one sweep. */
  private static final int MOST = 100;

  private static final String LISTING = "listing";

  private final Admin admin;
  private final Duration bound;

  private Map<TopicPartition, Stand> stands = Map.of();
  private Answers<TopicPartition, PartitionProducerState> producers;
  private Map<Long, TransactionListing> listings = Map.of();
  private Answers<String, TransactionDescription> descriptions;
  private List<Incarnation> lingering = List.of();

  private TransactionSweep(Admin admin, Duration bound) {
    this.admin = admin;
    this.bound = bound;
  }

  static TransactionSweep of(Admin admin, Map<TopicPartition, Stand> stands, Duration bound)
      throws InterruptedException {
    var sweep = new TransactionSweep(admin, bound);
    sweep.ask(stands);
    return sweep;
  }

  private void ask(Map<TopicPartition, Stand> standing) throws InterruptedException {
    var lasting =
        admin.listTransactions(
            new ListTransactionsOptions()
                .filterStates(Set.of(TransactionState.ONGOING))
                .filterOnDuration(LINGERING.toMillis()));
    stands =
        standing.entrySet().stream()
            .limit(MOST)
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    if (!stands.isEmpty()) {
      var result = admin.describeProducers(stands.keySet());
      producers =
          Answers.await(
              stands.keySet().stream()
                  .collect(Collectors.toMap(Function.identity(), result::partitionResult)),
              bound);
      askCoordinators();
    }
    // Brokers before 3.8 cannot say how long; then only the blockages tell.
    lingering =
        Answers.await(Map.of(LISTING, lasting.all()), bound).of(LISTING).stream()
            .flatMap(Collection::stream)
            .flatMap(one -> Incarnation.ofTransactionalId(one.transactionalId()).stream())
            .toList();
  }

  private void askCoordinators() throws InterruptedException {
    var ids =
        producers.given().values().stream()
            .flatMap(TransactionSweep::open)
            .map(ProducerState::producerId)
            .collect(Collectors.toSet());
    if (ids.isEmpty()) {
      return;
    }
    var known = admin.listTransactions(new ListTransactionsOptions().filterProducerIds(ids)).all();
    listings =
        Answers.await(Map.of(LISTING, known), bound).of(LISTING).stream()
            .flatMap(Collection::stream)
            .collect(
                Collectors.toMap(TransactionListing::producerId, Function.identity(), (a, b) -> b));
    var names = listings.values().stream().map(TransactionListing::transactionalId).toList();
    if (!names.isEmpty()) {
      var result = admin.describeTransactions(names);
      descriptions =
          Answers.await(
              names.stream().collect(Collectors.toMap(Function.identity(), result::description)),
              bound);
    }
  }

  private static Stream<ProducerState> open(PartitionProducerState partition) {
    return partition.activeProducers().stream()
        .filter(producer -> producer.currentTransactionStartOffset().isPresent());
  }

  /** What is known of the transactions around a stage that reads {@code inputs}. */
  TransactionView view(StageKey stage, Collection<String> inputs) {
    return new TransactionView(
        stands.entrySet().stream()
            .filter(entry -> inputs.contains(entry.getKey().topic()))
            .flatMap(entry -> blockage(entry.getKey(), entry.getValue()).stream())
            .toList(),
        lingering.stream()
            .filter(
                one ->
                    one.namespace().equals(stage.pipeline().namespace())
                        && one.pipeline().equals(stage.pipeline().name())
                        && one.stage().equals(stage.stage()))
            .map(Incarnation::transactionalId)
            .toList());
  }

  private Optional<Blockage> blockage(TopicPartition partition, Stand stand) {
    var by =
        producers.of(partition).stream()
            .flatMap(TransactionSweep::open)
            .filter(
                producer -> producer.currentTransactionStartOffset().getAsLong() <= stand.offset())
            .map(this::transaction)
            .toList();
    var unknown =
        producers
            .failureOf(partition)
            .map(
                failure ->
                    AdminFailures.isRefused(failure)
                        ? "the operator needs Read on topic " + partition.topic()
                        : AdminFailures.words(failure))
            .orElse(null);
    // Between the two questions it may have ended.
    return by.isEmpty() && unknown == null
        ? Optional.empty()
        : Optional.of(
            new Blockage(
                new Partition(partition.topic(), partition.partition()),
                stand.offset(),
                stand.since(),
                by,
                unknown));
  }

  private OpenTransaction transaction(ProducerState producer) {
    var listing = Optional.ofNullable(listings.get(producer.producerId()));
    var id = listing.map(TransactionListing::transactionalId).orElse("");
    var description =
        listing.flatMap(known -> descriptions == null ? Optional.empty() : descriptions.of(id));
    var started =
        description.stream()
            .filter(known -> known.transactionStartTimeMs().isPresent())
            .map(known -> Instant.ofEpochMilli(known.transactionStartTimeMs().getAsLong()))
            .findFirst()
            .orElse(null);
    var lives =
        listing
            .map(TransactionListing::state)
            .filter(
                state ->
                    state == TransactionState.ONGOING
                        || state == TransactionState.PREPARE_COMMIT
                        || state == TransactionState.PREPARE_ABORT
                        || state == TransactionState.PREPARE_EPOCH_FENCE)
            .isPresent();
    return new OpenTransaction(
        producer.producerId(),
        id,
        started,
        lives ? OpenTransaction.State.ONGOING : OpenTransaction.State.HANGING);
  }

  /** Last stable offsets that lie below the end of the log. */
  static Map<TopicPartition, Long> blocked(
      Map<TopicPartition, Long> stable, Map<TopicPartition, Long> ends) {
    var blocked = new HashMap<TopicPartition, Long>();
    stable.forEach(
        (partition, offset) -> {
          var end = ends.get(partition);
          if (end != null && offset < end) {
            blocked.put(partition, offset);
          }
        });
    return blocked;
  }
}

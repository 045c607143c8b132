package io.hamstring.operator.guard.runtime;

import io.hamstring.operator.guard.Outcome;
import io.hamstring.operator.guard.Target;
import io.hamstring.operator.telemetry.watch.AdminFailures;
import io.hamstring.operator.telemetry.watch.AdminSettings;
import io.hamstring.operator.telemetry.watch.Cluster;
import io.hamstring.operator.telemetry.watch.Members;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.FenceProducersOptions;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.MemberToRemove;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;

/**
 * What the guard does at a cluster. A client of its own: a broker answers the requests of one
 * connection one after the other, and a fence must not wait behind a sweep.
 */
final class GuardClient implements AutoCloseable {

  /** Bound of each call; a coordinator that moves needs a second. */
  private static final int BOUND_MS = 2500;

  private static final String REASON = "hamstring-operator: the worker is dead";

  private final Admin admin;

  private GuardClient(Admin admin) {
    this.admin = admin;
  }

  /**
   * Connects to nothing yet.
   *
   * @throws org.apache.kafka.common.KafkaException if the settings are refused, or names do not
   *     resolve
   */
  static GuardClient of(Cluster cluster) {
    var settings = AdminSettings.of(cluster);
    settings.put("client.id", "hamstring-operator-guard");
    return new GuardClient(Admin.create(settings));
  }

  /** Fences transactional ids: one call each, for a list of ids is slow. */
  CompletionStage<Map<Long, Outcome>> fence(Target target, Collection<Long> boots) {
    var options = new FenceProducersOptions().timeoutMs(BOUND_MS);
    var calls = new HashMap<Long, CompletableFuture<Outcome>>();
    for (var boot : boots) {
      var id = target.at(boot).transactionalId();
      calls.put(
          boot,
          outcome(
              admin.fenceProducers(Set.of(id), options).all().toCompletionStage(),
              "Write on transactional ids " + target.transactionalIds()));
    }
    return all(calls);
  }

  /** Removes static members; one that is not there is no failure. */
  CompletionStage<Map<Long, Outcome>> remove(String group, Target target, Collection<Long> boots) {
    var members =
        boots.stream()
            .collect(
                Collectors.toMap(
                    Function.identity(), boot -> new MemberToRemove(target.at(boot).instanceId())));
    var options = new RemoveMembersFromConsumerGroupOptions(members.values());
    options.reason(REASON);
    options.timeoutMs(BOUND_MS);
    var result = admin.removeMembersFromConsumerGroup(group, options);
    var calls = new HashMap<Long, CompletableFuture<Outcome>>();
    members.forEach(
        (boot, member) ->
            calls.put(
                boot,
                outcome(
                    result.memberResult(member).toCompletionStage(), "Read on group " + group)));
    return all(calls);
  }

  /** Which dead starts are still members, or have a transaction open. */
  CompletionStage<Left> left(String group, Target target) {
    var members = members(group, target);
    return target.lastBoot() == Target.ALL
        ? members.thenCombine(transactions(target), Left::and)
        : members;
  }

  /**
   * What is left.
   *
   * @param boots by number
   * @param outcome of the question; what is left is not known unless it is done
   */
  record Left(Set<Long> boots, Outcome outcome) {

    Left and(Left other) {
      var both = new TreeSet<>(boots);
      both.addAll(other.boots);
      return new Left(both, outcome);
    }
  }

  private CompletionStage<Left> members(String group, Target target) {
    var options = new DescribeConsumerGroupsOptions().timeoutMs(BOUND_MS);
    return admin
        .describeConsumerGroups(List.of(group), options)
        .describedGroups()
        .get(group)
        .toCompletionStage()
        .handle(
            (description, failure) -> {
              if (failure != null) {
                return new Left(Set.of(), outcomeOf(failure, "Describe on group " + group));
              }
              return new Left(
                  Members.of(description).members().stream()
                      .flatMap(member -> target.bootOf(member).stream())
                      .collect(Collectors.toSet()),
                  Outcome.DONE);
            });
  }

  private CompletionStage<Left> transactions(Target target) {
    // Kubernetes names hold no character that means anything in a pattern, but for the dot.
    var pattern = target.at(1).transactionalId().replaceAll("_1$", "_[0-9]+").replace(".", "\\.");
    return admin
        .listTransactions(open().filterOnTransactionalIdPattern(pattern))
        .all()
        .toCompletionStage()
        .handle(
            (listings, failure) ->
                failure != null && AdminFailures.isUnsupported(failure)
                    ? withoutPattern(target)
                    : CompletableFuture.completedStage(found(target, listings)))
        .thenCompose(Function.identity());
  }

  /** Brokers before 4.1 know no patterns. */
  private CompletionStage<Left> withoutPattern(Target target) {
    return admin
        .listTransactions(open())
        .all()
        .toCompletionStage()
        .handle((listings, failure) -> found(target, listings));
  }

  private static ListTransactionsOptions open() {
    var open = new ListTransactionsOptions().filterStates(Set.of(TransactionState.ONGOING));
    open.timeoutMs(BOUND_MS);
    return open;
  }

  /** What nobody could list is left to the next look at the cluster. */
  private static Left found(Target target, Collection<TransactionListing> listings) {
    return new Left(
        (listings == null ? List.<TransactionListing>of() : listings)
            .stream()
                .flatMap(one -> target.bootOfTransaction(one.transactionalId()).stream())
                .collect(Collectors.toSet()),
        Outcome.DONE);
  }

  private static CompletionStage<Map<Long, Outcome>> all(
      Map<Long, CompletableFuture<Outcome>> calls) {
    return CompletableFuture.allOf(calls.values().toArray(CompletableFuture[]::new))
        .thenApply(
            done ->
                calls.entrySet().stream()
                    .collect(Collectors.toMap(Map.Entry::getKey, call -> call.getValue().join())));
  }

  private static CompletableFuture<Outcome> outcome(CompletionStage<?> call, String grant) {
    return call.handle(
            (done, failure) -> failure == null ? Outcome.DONE : outcomeOf(failure, grant))
        .toCompletableFuture();
  }

  private static Outcome outcomeOf(Throwable failure, String grant) {
    if (AdminFailures.isNobody(failure)) {
      return Outcome.NOTHING_THERE;
    }
    return AdminFailures.isRefused(failure)
        ? Outcome.refused(grant)
        : Outcome.failed(AdminFailures.words(failure));
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(1));
  }
}

package io.hamstring.worker.scenario;

import io.hamstring.broker.BrokerProcess;
import io.hamstring.worker.runtime.ExitCode;
import io.hamstring.worker.scenario.Trap.Act;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What happens in each scenario. Two workers share the work when it begins; whoever is to die or to
 * freeze is the first.
 */
final class Plays {

  /** Above the transactional API timeout, which it has to be. */
  static final Duration SHORT_POLL_INTERVAL = Duration.ofSeconds(6);

  private static final int KILLED = 128 + 9;

  private Plays() {}

  static void terminated(Scene scene) {
    scene.first().process().terminate();
    scene.awaitEnd(scene.first(), ExitCode.STOPPED.code());
    scene.awaitFlow();
    scene.restartFirst();
    scene.awaitShared();
    scene.awaitFlow();
  }

  /** Killed, and started again in the same pod. */
  static Consumer<Scene> killed(Point point) {
    return scene -> {
      kill(scene, point);
      scene.restartFirst();
      scene.awaitShared();
      scene.awaitFlow();
    };
  }

  /** Killed, and gone for good. */
  static Consumer<Scene> takenOver(Point point) {
    return scene -> {
      kill(scene, point);
      scene.awaitFlow();
    };
  }

  private static void kill(Scene scene, Point point) {
    scene.set(point, point == Point.DURING_COMMIT ? Act.HALT_SOON : Act.HALT);
    scene.awaitEnd(scene.first(), KILLED);
  }

  /** Stopped for longer than its session, and woken. */
  static Consumer<Scene> frozen(Point point) {
    return scene -> {
      freeze(scene, point);
      thaw(scene);
    };
  }

  /** The same, and fenced and evicted meanwhile. */
  static Consumer<Scene> frozenOut(Point point) {
    return scene -> {
      long boot = scene.boot(scene.first());
      freeze(scene, point);
      scene.freezeOutFirst();
      thaw(scene);
      // So that whoever goes on fencing the frozen one does not hit it any more.
      scene.await("new ids", () -> scene.boot(scene.first()) > boot);
    };
  }

  private static void freeze(Scene scene, Point point) {
    var trap = scene.set(point, Act.STAY_HARD);
    scene.await("the first worker there", trap::isReached);
    scene.first().process().pause();
    trap.release();
  }

  private static void thaw(Scene scene) {
    scene.awaitFlow();
    scene.first().process().resume();
    scene.awaitShared();
    scene.awaitFlow();
  }

  /** A batch is given up, and its records are worked on after all. */
  static void batchTooLong(Scene scene) {
    var trap = scene.set(Point.BEFORE_WORK, Act.STAY);
    scene.await("the first worker there", trap::isReached);
    scene.awaitFlow();
  }

  /** A worker with a batch that nobody can end leaves, so that the next process goes on. */
  static void batchWithoutEnd(Scene scene) {
    scene.set(Point.BEFORE_WORK, Act.STAY_HARD);
    scene.awaitEnd(scene.first(), ExitCode.SURRENDERED.code());
    scene.restartFirst();
    scene.awaitShared();
    scene.awaitFlow();
  }

  /** The loop thread does not poll for longer than the group allows. */
  static void loopStalled(Scene scene) {
    var trap = scene.set(Point.IN_POLL, Act.STAY_HARD);
    scene.await("the first worker there", trap::isReached);
    scene.awaitFlow();
    trap.release();
    scene.awaitShared();
    scene.awaitFlow();
  }

  /** Workers come and go under load. */
  static void rebalances(Scene scene) {
    for (var pod : new String[] {"w-2", "w-3", "w-4"}) {
      var guest = scene.start(pod);
      scene.awaitFlow();
      scene.await(pod + " at work", () -> scene.owns(guest));
      guest.process().terminate();
      scene.awaitEnd(guest, ExitCode.STOPPED.code());
      scene.awaitFlow();
    }
  }

  /** A worker starts and nobody knows the brokers' name. */
  static void noNameAtStart(Scene scene) {
    var late = scene.startWithoutName("w-2");
    scene.await("w-2 misses it", () -> late.output().contains("TRANSPORT_LOST"));
    scene.makeNameKnown();
    scene.await("w-2 at work", () -> scene.owns(late));
    scene.awaitFlow();
    late.process().terminate();
    scene.awaitEnd(late, ExitCode.STOPPED.code());
    scene.awaitFlow();
  }

  static Consumer<Scene> brokerKilled(Point point) {
    return outage(point, BrokerProcess::kill, BrokerProcess::start);
  }

  static Consumer<Scene> brokerFrozen(Point point) {
    return outage(point, BrokerProcess::pause, BrokerProcess::resume);
  }

  private static Consumer<Scene> outage(
      Point point, Consumer<BrokerProcess> begin, Consumer<BrokerProcess> end) {
    return scene -> {
      var trap = scene.set(point, point == Point.DURING_COMMIT ? Act.SAY : Act.STAY_HARD);
      scene.await("the first worker there", trap::isReached);
      begin.accept(scene.brokers().node());
      trap.release();
      scene.await("the first worker unready", () -> scene.first().status("/readyz") == 503);
      end.accept(scene.brokers().node());
      scene.awaitShared();
      scene.awaitFlow();
    };
  }

  static void groupCoordinatorKilled(Scene scene) {
    failover(scene, scene::groupCoordinator, BrokerProcess::kill, BrokerProcess::start);
  }

  static void groupCoordinatorFrozen(Scene scene) {
    failover(scene, scene::groupCoordinator, BrokerProcess::pause, BrokerProcess::resume);
  }

  static void transactionCoordinatorKilled(Scene scene) {
    failover(scene, scene::transactionCoordinator, BrokerProcess::kill, BrokerProcess::start);
  }

  static void transactionCoordinatorFrozen(Scene scene) {
    failover(scene, scene::transactionCoordinator, BrokerProcess::pause, BrokerProcess::resume);
  }

  // While the first worker is between offsets and commit.
  private static void failover(
      Scene scene,
      Supplier<BrokerProcess> which,
      Consumer<BrokerProcess> begin,
      Consumer<BrokerProcess> end) {
    var node = which.get();
    var trap = scene.set(Point.AFTER_SEND_OFFSETS, Act.STAY_HARD);
    scene.await("the first worker there", trap::isReached);
    begin.accept(node);
    trap.release();
    scene.awaitFlow();
    end.accept(node);
    scene.brokers().awaitInSync();
    scene.awaitShared();
    scene.awaitFlow();
  }

  static void rollingRestart(Scene scene) {
    for (var node : scene.brokers().nodes()) {
      node.stop();
      scene.awaitFlow();
      node.start();
      scene.brokers().awaitInSync();
    }
    scene.awaitShared();
    scene.awaitFlow();
  }
}

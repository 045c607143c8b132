package io.hamstring.worker.scenario;

import io.hamstring.recovery.port.Cluster;
import io.hamstring.recovery.port.Input;
import io.hamstring.recovery.port.Output;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Map;

/** Kafka behind its ports as it is, with traps at the calls that a batch goes through. */
final class TrappedCluster {

  private static final Map<String, Point> BEFORE =
      Map.of("poll", Point.IN_POLL, "commit", Point.DURING_COMMIT);
  private static final Map<String, Point> AFTER =
      Map.of(
          "begin", Point.AFTER_BEGIN,
          "send", Point.AFTER_SEND,
          "sendOffsets", Point.AFTER_SEND_OFFSETS);

  private final Path traps;

  private TrappedCluster(Path traps) {
    this.traps = traps;
  }

  /** {@code real} with whatever trap is set in the folder {@code traps}. */
  static Cluster around(Cluster real, Path traps) {
    return new TrappedCluster(traps).port(Cluster.class, real);
  }

  private <T> T port(Class<T> type, T real) {
    InvocationHandler through =
        (proxy, method, arguments) -> {
          pass(BEFORE.get(method.getName()));
          Object answer;
          try {
            answer = method.invoke(real, arguments);
          } catch (InvocationTargetException failed) {
            throw failed.getCause();
          }
          pass(AFTER.get(method.getName()));
          return trapped(answer);
        };
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, through));
  }

  private Object trapped(Object answer) {
    if (answer instanceof Input input) {
      return port(Input.class, input);
    }
    return answer instanceof Output output ? port(Output.class, output) : answer;
  }

  private void pass(Point point) throws InterruptedException {
    if (point != null) {
      Trap.pass(point, traps);
    }
  }
}

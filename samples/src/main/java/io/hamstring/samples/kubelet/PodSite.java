package io.hamstring.samples.kubelet;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the containers of one pod share.
 *
 * @param podIp the pod's own loopback address
 * @param grace how long a container may take to end
 * @param restartPolicy {@code Always}, {@code OnFailure} or {@code Never}
 * @param wake makes the kubelet look at once
 */
record PodSite(
    PodFolder folder,
    ConfigSource config,
    PodEnvironment environment,
    String podIp,
    Duration grace,
    String restartPolicy,
    KubeletSettings settings,
    Prober prober,
    Runnable wake) {

  /** Asks a process to exit when its standard input ends, which is when this JVM is gone. */
  static final String EXIT_ON_STDIN_EOF = "HAMSTRING_EXIT_ON_STDIN_EOF";

  /** Whether a container that ended so is started again. */
  boolean restarts(Termination termination) {
    return restartPolicy.equals("Always")
        || restartPolicy.equals("OnFailure") && termination.exitCode() != 0;
  }

  /** What every container finds in its environment. */
  Map<String, String> baseEnvironment() {
    var base = new TreeMap<String, String>();
    for (var inherited : new String[] {"PATH", "HOME", "LANG", "JAVA_HOME"}) {
      Optional.ofNullable(System.getenv(inherited)).ifPresent(value -> base.put(inherited, value));
    }
    base.put("HOSTNAME", environment.pod().getMetadata().getName());
    base.put(EXIT_ON_STDIN_EOF, "true");
    return base;
  }
}

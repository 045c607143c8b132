package io.hamstring.samples.watch;

/**
 * A worker's pod as the API server shows it.
 *
 * @param address where its HTTP server answers, {@code ip:port}, or null while it has none
 * @param running whether its container runs
 * @param restarts how often its container was started again
 * @param ended exit code of the container before this one, or null
 * @param trouble why its container waits, such as {@code CrashLoopBackOff}, or null
 */
public record WorkerPodView(
    String name,
    String stage,
    String address,
    boolean running,
    int restarts,
    Integer ended,
    String trouble) {}

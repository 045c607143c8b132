/**
 * A real Kafka broker in a JVM of its own, for tests and for the local run.
 *
 * <pre>{@code
 * try (var broker = BrokerProcess.start(BrokerOptions.forTests(folder))) {   // folder: a @TempDir
 *   var bootstrap = broker.bootstrapServers();                               // 127.0.0.1:port
 *   broker.kill();                                                           // SIGKILL
 *   broker.start();                                                          // same port, same data
 *   broker.pause();                                                          // SIGSTOP ...
 *   broker.resume();                                                         // ... SIGCONT
 * }
 * }</pre>
 *
 * <p>Nothing of the broker is on the caller's class path: its jars lie beside this module's classes
 * and are named only on the command line of the child JVM.
 */
package io.hamstring.broker;

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
 * <p>Clients that prove who they are, with a listener beside for whoever sets the stage:
 *
 * <pre>{@code
 * var certificates = BrokerCertificates.in(folder);                  // ca.crt, and PEM files for each name
 * var security = BrokerSecurity.scramSha512(Map.of("dns", "secret")) // or plain, tls, mutualTls
 *     .withTls(certificates)
 *     .withAcls();                                                   // nothing is allowed at first
 * var broker = BrokerProcess.start(BrokerOptions.forTests(folder).with(security));
 * broker.bootstrapServers();                                         // with security.clientSettings("dns")
 * broker.internalServers();                                          // plain text, every right: topics, ACLs
 * }</pre>
 *
 * <p>{@link io.hamstring.broker.BrokerCluster} starts several that are one cluster.
 *
 * <p>Nothing of the broker is on the caller's class path: its jars lie beside this module's classes
 * and are named only on the command line of the child JVM.
 */
package io.hamstring.broker;

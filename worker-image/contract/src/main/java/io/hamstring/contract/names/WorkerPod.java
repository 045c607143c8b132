package io.hamstring.contract.names;

/** What a worker's container is given and gives: environment variables, paths, port. */
public final class WorkerPod {

  /** Path of the configuration file. */
  public static final String CONFIG = "HAMSTRING_CONFIG";

  /** Folder that outlives a container but not its pod; the boot count lives there. */
  public static final String STATE_DIR = "HAMSTRING_STATE_DIR";

  /** File whose content Kubernetes keeps as the termination message. */
  public static final String TERMINATION_LOG = "HAMSTRING_TERMINATION_LOG";

  /** Name of the pod, from the downward API. */
  public static final String POD_NAME = "HAMSTRING_POD_NAME";

  /** Namespace of the pod, from the downward API. */
  public static final String POD_NAMESPACE = "HAMSTRING_POD_NAMESPACE";

  /** Address of the pod, from the downward API; the worker's HTTP server binds to it. */
  public static final String POD_IP = "HAMSTRING_POD_IP";

  /** Port of the worker's HTTP server; 8080 unless set. */
  public static final String HTTP_PORT = "HAMSTRING_HTTP_PORT";

  /** Folder that the files of {@code kafka_security} are named relative to. */
  public static final String SECRETS_DIR = "HAMSTRING_SECRETS_DIR";

  /** File with the token of whoever may give this worker a role. */
  public static final String ROLE_TOKEN_FILE = "HAMSTRING_ROLE_TOKEN_FILE";

  /** Final override of the consumer's {@code client.rack}; nothing when it is blank. */
  public static final String CLIENT_RACK = "HAMSTRING_CLIENT_RACK";

  /** Final override of the batch size; also turns group commit off. */
  public static final String BATCH_SIZE = "KAFKA_TRANSACTION_BATCH_SIZE";

  /** Final override of the batch timeout, in milliseconds. */
  public static final String BATCH_TIMEOUT_MS = "KAFKA_TRANSACTION_BATCH_TIMEOUT_MS";

  /** Final override of the transactional API timeout, in seconds. */
  public static final String TRANSACTION_API_TIMEOUT_SECONDS =
      "KAFKA_TRANSACTION_API_TIMEOUT_SECONDS";

  /** Final override of the message timeout, in milliseconds. */
  public static final String MESSAGE_TIMEOUT_MS = "KAFKA_PRODUCER_MESSAGE_TIMEOUT_MS";

  /** The container's name in the pod. */
  public static final String CONTAINER = "worker";

  /** Where the ConfigMap is mounted. */
  public static final String CONFIG_DIR = "/etc/hamstring";

  /** The configuration file's name in that folder, and the ConfigMap's key. */
  public static final String CONFIG_FILE = "config.yaml";

  /** Where certificates, keys and passwords are mounted. */
  public static final String SECRETS_PATH = "/etc/hamstring-secrets";

  /** Where the Secret with that token is mounted. */
  public static final String ROLE_PATH = "/etc/hamstring-role";

  /** The token's key in that Secret, and its file's name in that folder. */
  public static final String ROLE_TOKEN = "token";

  /** Where the pod's own folder is mounted. */
  public static final String STATE_PATH = "/var/lib/hamstring";

  /** Where Kubernetes reads the termination message. */
  public static final String TERMINATION_PATH = "/dev/termination-log";

  /**
   * The port of {@code /livez}, {@code /readyz}, {@code /metrics}, {@code /report} and {@code
   * /role}.
   */
  public static final int PORT = 8080;

  /** The port's name in the pod. */
  public static final String PORT_NAME = "http";

  /** Port of a stage's own container on the loopback address, unless its settings give another. */
  public static final int SIDECAR_PORT = 8090;

  /**
   * Tells a stage's own container on which port of the loopback address to listen; a worker that is
   * given it too asks there, whatever its settings say.
   */
  public static final String SIDECAR_PORT_VARIABLE = "HAMSTRING_SIDECAR_PORT";

  private WorkerPod() {}
}

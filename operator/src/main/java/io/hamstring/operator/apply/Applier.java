package io.hamstring.operator.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.hamstring.api.v1alpha1.HamstringPipeline;
import io.hamstring.operator.apply.Attempts.Write;
import io.hamstring.operator.spec.PodNames;
import java.net.HttpURLConnection;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the cluster hold what is desired: server-side apply of what differs, by our own field
 * manager, and removal of what is desired no longer. Writes nothing when nothing differs, and
 * leaves alone what others own.
 */
public final class Applier {

  /** Who owns the fields we set. */
  public static final String FIELD_MANAGER = "hamstring-operator";

  /**
   * Annotation: hash of what was applied last. A field that is desired no longer is visible in
   * nothing else.
   */
  public static final String APPLIED = "hamstring.io/applied";

  /** Who owns what the operator set once and leaves to others now. */
  public static final String HANDED_OVER = "hamstring-operator-handover";

  private static final Logger LOG = LoggerFactory.getLogger(Applier.class);

  private final KubernetesClient client;
  private final Children children;
  private final KubernetesSerialization serialization;
  private final MadeOnce once;

  /** Applies through {@code client} and sees through {@code children}. */
  public Applier(KubernetesClient client, Children children) {
    this.client = client;
    this.children = children;
    this.serialization = client.getKubernetesSerialization();
    this.once = new MadeOnce(client);
  }

  /**
   * Makes a pipeline own exactly {@code desired}. One object that is refused does not keep the
   * others from being applied.
   *
   * @param before what was refused last time; the same write is not repeated before its time
   */
  public Applied apply(
      HamstringPipeline owner, List<HasMetadata> desired, List<Refusal> before, Instant now) {
    var attempts = new Attempts(before, now);
    var wanted = new HashSet<String>();
    for (var object : desired) {
      wanted.add(Attempts.idOf(object));
      if (object instanceof Secret secret) {
        attempts.make("create", secret, () -> once.missing(secret));
      } else {
        attempts.make("apply", object, () -> whatDiffers(object));
      }
    }
    if (attempts.areWell()) {
      prune(owner, wanted, attempts);
    }
    return attempts.outcome();
  }

  private void prune(HamstringPipeline owner, Set<String> wanted, Attempts attempts) {
    for (var child : children.ownedBy(owner)) {
      if (!wanted.contains(Attempts.idOf(child))) {
        attempts.make("delete", child, () -> Optional.of(deletion(child)));
      }
    }
  }

  private Write deletion(HasMetadata child) {
    return new Write(
        "delete " + printOf(child),
        () -> {
          log("deleted", child);
          client.resource(child).delete();
        });
  }

  @SuppressWarnings("unchecked")
  private <R extends HasMetadata> Optional<Write> whatDiffers(R desired) {
    var kind = (Class<R>) desired.getClass();
    if (!children.covers(kind)) {
      throw new IllegalArgumentException("nobody watches objects of " + kind.getSimpleName());
    }
    var metadata = desired.getMetadata();
    var seen = children.find(kind, metadata.getNamespace(), metadata.getName());
    // What is not ours carries no label of ours, and no informer tells of it.
    var actual = seen.or(() -> Optional.ofNullable(client.resource(desired).get()));
    actual
        .flatMap(there -> Ownership.foreign(there, desired))
        .ifPresent(
            foreign -> {
              throw new KubernetesClientException(foreign);
            });
    var marked = marked(desired, kind, actual);
    if (actual.isPresent() && isAsDesired(actual.get(), marked)) {
      return Optional.empty();
    }
    var print =
        marked.getMetadata().getAnnotations().get(APPLIED)
            + actual.map(live -> " onto " + printOf(live)).orElse("");
    return Optional.of(new Write(print, () -> write(kind, marked, actual, seen)));
  }

  private <R extends HasMetadata> void write(
      Class<R> kind, R marked, Optional<R> actual, Optional<R> seen) {
    actual
        .flatMap(live -> LiveWorkers.handover(live, marked))
        .ifPresent(field -> handOver(field, actual.get()));
    var written =
        client.resource(marked).fieldManager(FIELD_MANAGER).forceConflicts().serverSideApply();
    log(actual.isEmpty() ? "created" : "applied", marked);
    children.wrote(kind, written, seen);
  }

  /** The same as long as nobody writes what the object is to be; its status does not count. */
  private static String printOf(HasMetadata live) {
    var metadata = live.getMetadata();
    return metadata.getUid()
        + " "
        + (metadata.getGeneration() == null
            ? metadata.getResourceVersion()
            : "generation " + metadata.getGeneration());
  }

  /** To nobody in particular: whoever scales the workers next takes the field over. */
  private void handOver(Deployment field, HasMetadata live) {
    var resource = client.resource(field).fieldManager(HANDED_OVER);
    try {
      if (LiveWorkers.isAsLive(field, live)) {
        resource.serverSideApply();
      } else {
        resource.forceConflicts().serverSideApply();
      }
    } catch (KubernetesClientException refused) {
      if (refused.getCode() != HttpURLConnection.HTTP_CONFLICT) {
        throw refused;
      }
      LOG.atDebug().setCause(refused).log("somebody scaled it meanwhile, and owns the field");
    }
  }

  private <R extends HasMetadata> R marked(R desired, Class<R> kind, Optional<R> actual) {
    var copy = serialization.clone(desired);
    actual.ifPresent(live -> LiveWorkers.keep(live, copy));
    markTemplate(copy);
    var hash = ContentHash.of(serialization.convertValue(copy, JsonNode.class));
    var annotations = new TreeMap<String, String>();
    Optional.ofNullable(copy.getMetadata().getAnnotations()).ifPresent(annotations::putAll);
    annotations.put(APPLIED, hash);
    copy.getMetadata().setAnnotations(annotations);
    return kind.cast(copy);
  }

  /** So that a pod tells which template it was made from. */
  private void markTemplate(HasMetadata desired) {
    if (desired instanceof Deployment deployment) {
      var template = deployment.getSpec().getTemplate();
      var hash = ContentHash.of(serialization.convertValue(template, JsonNode.class));
      var annotations = new TreeMap<String, String>();
      Optional.ofNullable(template.getMetadata().getAnnotations()).ifPresent(annotations::putAll);
      annotations.put(PodNames.TEMPLATE, hash);
      template.getMetadata().setAnnotations(annotations);
    }
  }

  private boolean isAsDesired(HasMetadata actual, HasMetadata desired) {
    return DesiredMatch.covers(content(actual), content(desired));
  }

  private ObjectNode content(HasMetadata object) {
    ObjectNode content = serialization.convertValue(object, ObjectNode.class);
    content.remove(List.of("apiVersion", "kind", "status"));
    return content;
  }

  private static void log(String what, HasMetadata object) {
    LOG.atInfo()
        .addKeyValue("namespace", object.getMetadata().getNamespace())
        .addKeyValue("object", Attempts.idOf(object))
        .log(what);
  }
}

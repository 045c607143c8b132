package io.hamstring.operator.reconcile;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells people: an Event in the cluster and a line in the log. */
final class Announcer {

  private static final Logger LOG = LoggerFactory.getLogger(Announcer.class);

  private final KubernetesClient client;

  Announcer(KubernetesClient client) {
    this.client = client;
  }

  /** Makes these Events; one that is there already, or is refused, keeps nobody from working. */
  void announce(List<Event> events) {
    for (var event : events) {
      LOG.atInfo()
          .addKeyValue("namespace", event.getMetadata().getNamespace())
          .addKeyValue("pipeline", event.getInvolvedObject().getName())
          .addKeyValue("reason", event.getReason())
          .log(event.getMessage());
      try {
        client.v1().events().resource(event).create();
      } catch (KubernetesClientException refused) {
        LOG.atDebug().setCause(refused).log("the event exists, or was refused");
      }
    }
  }
}

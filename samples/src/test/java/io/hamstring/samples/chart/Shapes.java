package io.hamstring.samples.chart;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads objects into the client library's model, and takes no field that is not in it. Of the kinds
 * of Prometheus' operator, which the model lacks, it takes the fields that are listed here.
 */
final class Shapes {

  private static final Map<String, Class<? extends HasMetadata>> TYPES =
      Stream.<Class<? extends HasMetadata>>of(
              ClusterRole.class,
              ClusterRoleBinding.class,
              ConfigMap.class,
              CustomResourceDefinition.class,
              Deployment.class,
              NetworkPolicy.class,
              Pod.class,
              PodDisruptionBudget.class,
              Role.class,
              RoleBinding.class,
              Service.class,
              ServiceAccount.class,
              ValidatingWebhookConfiguration.class)
          .collect(Collectors.toMap(Shapes::key, Function.identity()));

  private static final String MONITORING = "monitoring.coreos.com/v1 ";

  private static final Map<String, Set<String>> FIELDS =
      Map.of(
          MONITORING + "PrometheusRule",
          Set.of("groups", "name", "rules", "alert", "expr", "for", "labels", "annotations"),
          MONITORING + "ServiceMonitor",
          Set.of("selector", "matchLabels", "endpoints", "port", "path", "interval", "honorLabels"),
          MONITORING + "PodMonitor",
          Set.of(
              "selector",
              "matchLabels",
              "namespaceSelector",
              "matchNames",
              "any",
              "podMetricsEndpoints",
              "port",
              "path",
              "interval",
              "honorLabels"));

  private static final Set<String> FREE = Set.of("matchLabels", "labels", "annotations");

  private static final ObjectMapper STRICT = strict();

  private Shapes() {}

  /** A server takes neither 1 for "1" nor "1" for 1; charts mix them up. */
  private static ObjectMapper strict() {
    var mapper =
        JsonMapper.builder()
            .addModule(new JavaTimeModule())
            .annotationIntrospector(new NothingBeyondTheModel())
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .build();
    for (var scalar :
        List.of(CoercionInputShape.Integer, CoercionInputShape.Float, CoercionInputShape.Boolean)) {
      mapper.coercionConfigFor(LogicalType.Textual).setCoercion(scalar, CoercionAction.Fail);
    }
    return mapper;
  }

  /**
   * The object as the model holds it.
   *
   * @throws AssertionError naming the field that the model does not know, or the kind
   */
  static HasMetadata strict(ObjectNode object) {
    var key = object.path("apiVersion").asText() + " " + object.path("kind").asText();
    if (FIELDS.containsKey(key)) {
      onlyFields(object.path("spec"), FIELDS.get(key));
      return STRICT.convertValue(
          object.deepCopy().without("spec"), GenericKubernetesResource.class);
    }
    if (!TYPES.containsKey(key)) {
      throw new AssertionError("nobody knows the kind " + key);
    }
    try {
      return STRICT.treeToValue(object, TYPES.get(key));
    } catch (JsonProcessingException misshapen) {
      throw new AssertionError(
          key + " " + object.at("/metadata/name").asText() + ": " + misshapen.getMessage(),
          misshapen);
    }
  }

  private static void onlyFields(JsonNode node, Set<String> known) {
    node.forEach(item -> onlyFields(node.isArray() ? item : MissingNode.getInstance(), known));
    for (var field : node.properties()) {
      if (!known.contains(field.getKey())) {
        throw new AssertionError("nobody knows the field " + field.getKey());
      }
      if (!FREE.contains(field.getKey())) {
        onlyFields(field.getValue(), known);
      }
    }
  }

  private static String key(Class<? extends HasMetadata> type) {
    return HasMetadata.getApiVersion(type) + " " + HasMetadata.getKind(type);
  }

  /** The model keeps unknown fields for later servers; here they are mistakes. */
  private static final class NothingBeyondTheModel extends JacksonAnnotationIntrospector {

    private static final long serialVersionUID = 1L;

    @Override
    public Boolean hasAnySetter(Annotated annotated) {
      return Boolean.FALSE;
    }
  }
}

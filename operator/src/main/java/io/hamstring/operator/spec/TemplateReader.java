package io.hamstring.operator.spec;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvFromSource;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.hamstring.api.v1alpha1.ProcessorSpec;
import io.hamstring.api.v1alpha1.StageSpec;
import io.hamstring.api.v1alpha1.WorkerTemplate;
import io.hamstring.contract.names.WorkerPod;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/** Reads the parts of a template that have the shape of a pod's, and refuses what no pod has. */
final class TemplateReader {

  private static final ObjectMapper STRICT =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .annotationIntrospector(new WithoutCatchAll())
          .build();

  /** Fabric8's types take any field; a misspelt one would be dropped without a word. */
  private static final class WithoutCatchAll extends JacksonAnnotationIntrospector {

    private static final long serialVersionUID = 1L;

    @Override
    public Boolean hasAnySetter(Annotated annotated) {
      return Boolean.FALSE;
    }
  }

  private final FieldPath path;
  private final Findings findings;

  private TemplateReader(FieldPath path, Findings findings) {
    this.path = path;
    this.findings = findings;
  }

  /** The overrides that a stage gives. */
  static PodTemplate read(FieldPath stage, StageSpec spec, Findings findings) {
    var reader = new TemplateReader(stage.field("template"), findings);
    var sidecar =
        new TemplateReader(stage.field("processor"), findings).sidecar(spec.getProcessor());
    var template = spec.getTemplate();
    var read = reader.read(template == null ? new WorkerTemplate() : template, sidecar);
    reader.checkReserved(read);
    if (read.resources() != null) {
      reader.checkQuantities("requests", read.resources().getRequests());
      reader.checkQuantities("limits", read.resources().getLimits());
    }
    return read;
  }

  private Container sidecar(ProcessorSpec processor) {
    var container =
        processor == null ? null : one("container", processor.getContainer(), Container.class);
    if (container == null) {
      return null;
    }
    var at = path.field("container");
    if (container.getImage() == null || container.getImage().isBlank()) {
      findings.problem(at.field("image"), "is missing", "name the image that does the work");
    }
    if (WorkerPod.CONTAINER.equals(container.getName())) {
      findings.problem(
          at.field("name"), "is 'worker', which is the operator's", "give another name");
    }
    if (names(container.getEnv(), EnvVar::getName).contains(WorkerPod.SIDECAR_PORT_VARIABLE)) {
      findings.problem(
          at.field("env"),
          "gives '" + WorkerPod.SIDECAR_PORT_VARIABLE + "', which is the operator's",
          "take it out and set config.sidecar.port");
    }
    return container;
  }

  private PodTemplate read(WorkerTemplate template, Container sidecar) {
    return new PodTemplate(
        orEmpty(template.getLabels()),
        orEmpty(template.getAnnotations()),
        template.getImage(),
        template.getImagePullPolicy() == null
            ? null
            : STRICT.convertValue(template.getImagePullPolicy(), String.class),
        list("imagePullSecrets", template.getImagePullSecrets(), LocalObjectReference.class),
        one("resources", template.getResources(), ResourceRequirements.class),
        list("env", template.getEnv(), EnvVar.class),
        list("envFrom", template.getEnvFrom(), EnvFromSource.class),
        orEmpty(template.getNodeSelector()),
        list("tolerations", template.getTolerations(), Toleration.class),
        one("affinity", template.getAffinity(), Affinity.class),
        list(
            "topologySpreadConstraints",
            template.getTopologySpreadConstraints(),
            TopologySpreadConstraint.class),
        template.getPriorityClassName(),
        template.getSchedulerName(),
        template.getRuntimeClassName(),
        list("volumes", template.getVolumes(), Volume.class),
        list("volumeMounts", template.getVolumeMounts(), VolumeMount.class),
        one("podSecurityContext", template.getPodSecurityContext(), PodSecurityContext.class),
        one("securityContext", template.getSecurityContext(), SecurityContext.class),
        sidecar);
  }

  private void checkReserved(PodTemplate template) {
    reserved("labels", template.labels().keySet(), PodNames.LABELS);
    reserved("env", names(template.env(), EnvVar::getName), PodNames.VARIABLES);
    reserved("volumes", names(template.volumes(), Volume::getName), PodNames.VOLUMES);
    reserved(
        "volumeMounts", names(template.volumeMounts(), VolumeMount::getMountPath), PodNames.PATHS);
  }

  private void reserved(String field, Iterable<String> names, Set<String> ours) {
    for (var name : names) {
      if (ours.contains(name)) {
        findings.problem(
            path.field(field), "gives '" + name + "', which is the operator's", "take it out");
      }
    }
  }

  private void checkQuantities(String field, Map<String, Quantity> quantities) {
    orEmpty(quantities)
        .forEach(
            (resource, quantity) -> {
              if (!isQuantity(quantity)) {
                findings.problem(
                    path.field("resources").field(field).field(resource),
                    "is '" + quantity + "'",
                    "give a quantity such as 500m, 2, 512Mi or 1Gi");
              }
            });
  }

  private static boolean isQuantity(Quantity quantity) {
    try {
      return quantity != null && quantity.getNumericalAmount().signum() >= 0;
    } catch (IllegalArgumentException noQuantity) {
      return false;
    }
  }

  private <T> T one(String field, JsonNode value, Class<T> type) {
    if (value == null) {
      return null;
    }
    try {
      return STRICT.treeToValue(value, type);
    } catch (JsonProcessingException refused) {
      return refuse(field, refused, null);
    }
  }

  private <T> List<T> list(String field, JsonNode value, Class<T> type) {
    if (value == null) {
      return List.of();
    }
    try {
      var listType = STRICT.getTypeFactory().constructCollectionType(List.class, type);
      return Lists.present(STRICT.<List<T>>treeToValue(value, listType));
    } catch (JsonProcessingException refused) {
      return refuse(field, refused, List.of());
    }
  }

  private <T> T refuse(String field, JsonProcessingException refused, T otherwise) {
    var at = path.field(field);
    if (refused instanceof JsonMappingException mapping) {
      for (var step : mapping.getPath()) {
        at = step.getFieldName() == null ? at.item(step.getIndex()) : at.field(step.getFieldName());
      }
    }
    findings.problem(at, "is not known or has the wrong form", "write it as in the spec of a Pod");
    return otherwise;
  }

  private static <T> List<String> names(List<T> list, Function<T, String> name) {
    return list.stream().map(name).filter(Objects::nonNull).toList();
  }

  private static <V> Map<String, V> orEmpty(Map<String, V> map) {
    return map == null ? Map.of() : map;
  }
}

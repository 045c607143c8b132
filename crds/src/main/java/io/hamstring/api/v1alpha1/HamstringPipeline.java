package io.hamstring.api.v1alpha1;

import static io.fabric8.crd.generator.annotation.AdditionalPrinterColumn.Type.DATE;
import static io.fabric8.crd.generator.annotation.AdditionalPrinterColumn.Type.INTEGER;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/**
 * A chain of Kafka consumers, each a fleet of workers, that works on every record exactly once.
 *
 * <p>There is no initial spec on purpose: whatever a fresh object holds would be sent, and owned,
 * by everything that applies one, a finalizer for instance, and overwrite what the user wrote.
 */
@Group("hamstring.io")
@Version("v1alpha1")
@Kind("HamstringPipeline")
@Singular("hamstringpipeline")
@Plural("hamstringpipelines")
@ShortNames("hpl")
@Categories("all")
@AdditionalPrinterColumn(
    name = "Ready",
    jsonPath = ".status.conditions[?(@.type==\"Ready\")].status")
@AdditionalPrinterColumn(name = "Stages", jsonPath = ".status.summary.stages")
@AdditionalPrinterColumn(name = "Workers", jsonPath = ".status.summary.workers", priority = 1)
@AdditionalPrinterColumn(name = "Standby", jsonPath = ".status.summary.standby")
@AdditionalPrinterColumn(name = "Lag", jsonPath = ".status.summary.lag", type = INTEGER)
@AdditionalPrinterColumn(name = "Symptoms", jsonPath = ".status.summary.symptoms")
@AdditionalPrinterColumn(name = "Age", jsonPath = ".metadata.creationTimestamp", type = DATE)
@JsonIgnoreProperties(ignoreUnknown = true)
public class HamstringPipeline
    extends CustomResource<HamstringPipelineSpec, HamstringPipelineStatus> implements Namespaced {

  private static final long serialVersionUID = 1L;
}

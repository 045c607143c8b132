package io.hamstring.samples.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * A kind of object that the API serves.
 *
 * @param group API group, empty for the core group
 * @param version the one version served
 * @param plural its name in paths
 * @param singular its name on a command line
 * @param shortNames abbreviations on a command line
 * @param categories groups of kinds on a command line, such as {@code all}
 * @param subresources such as {@code status} and {@code scale}
 * @param columns what a table of such objects shows beside name and age
 * @param schema the OpenAPI schema of a custom kind; a missing node for a built-in one
 */
record ResourceType(
    String group,
    String version,
    String plural,
    String singular,
    String kind,
    boolean namespaced,
    List<String> shortNames,
    List<String> categories,
    Set<String> subresources,
    List<Column> columns,
    JsonNode schema) {

  static final String STATUS = "status";
  static final String SCALE = "scale";

  /** A kind that the API serves without being told. */
  static ResourceType builtIn(
      String apiVersion, String plural, String kind, boolean namespaced, String... shortNames) {
    var slash = apiVersion.indexOf('/');
    return new ResourceType(
        slash < 0 ? "" : apiVersion.substring(0, slash),
        apiVersion.substring(slash + 1),
        plural,
        kind.toLowerCase(Locale.ROOT),
        kind,
        namespaced,
        List.of(shortNames),
        List.of(),
        Set.of(),
        List.of(),
        MissingNode.getInstance());
  }

  /** The kind that a CustomResourceDefinition defines, in its storage version. */
  static ResourceType ofDefinition(JsonNode definition) {
    var spec = definition.path("spec");
    var names = spec.path("names");
    var version = storageVersion(spec.path("versions"));
    var columns = new ArrayList<Column>();
    version.path("additionalPrinterColumns").forEach(c -> columns.add(Column.ofDefinition(c)));
    var subresources = new TreeSet<String>();
    version.path("subresources").fieldNames().forEachRemaining(subresources::add);
    return new ResourceType(
        spec.path("group").asText(),
        version.path("name").asText(),
        names.path("plural").asText(),
        names.path("singular").asText(names.path("kind").asText().toLowerCase(Locale.ROOT)),
        names.path("kind").asText(),
        spec.path("scope").asText().equals("Namespaced"),
        texts(names.path("shortNames")),
        texts(names.path("categories")),
        subresources,
        columns,
        version.path("schema").path("openAPIV3Schema"));
  }

  private static JsonNode storageVersion(JsonNode versions) {
    for (var version : versions) {
      if (version.path("storage").asBoolean()) {
        return version;
      }
    }
    throw ApiException.invalid("spec.versions: exactly one must be the storage version");
  }

  private static List<String> texts(JsonNode array) {
    var texts = new ArrayList<String>();
    array.forEach(text -> texts.add(text.asText()));
    return texts;
  }

  ResourceType with(String... moreSubresources) {
    return new ResourceType(
        group,
        version,
        plural,
        singular,
        kind,
        namespaced,
        shortNames,
        categories,
        Set.of(moreSubresources),
        columns,
        schema);
  }

  ResourceType withColumns(Column... shown) {
    return new ResourceType(
        group,
        version,
        plural,
        singular,
        kind,
        namespaced,
        shortNames,
        categories,
        subresources,
        List.of(shown),
        schema);
  }

  ResourceType inCategoryAll() {
    return new ResourceType(
        group,
        version,
        plural,
        singular,
        kind,
        namespaced,
        shortNames,
        List.of("all"),
        subresources,
        columns,
        schema);
  }

  /** What names this kind in storage. */
  String id() {
    return group.isEmpty() ? plural : plural + "." + group;
  }

  String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }

  /** Whether objects of this kind count the changes of what is wanted of them. */
  boolean hasGeneration() {
    return isCustom() || hasStatus();
  }

  /** Whether status is written only by itself. */
  boolean hasStatus() {
    return subresources.contains(STATUS);
  }

  boolean isCustom() {
    return !schema.isMissingNode();
  }

  boolean is(String otherPlural, String otherGroup) {
    return plural.equals(otherPlural) && group.equals(otherGroup);
  }
}

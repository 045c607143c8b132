package io.hamstring.samples.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Who owns which fields of an object, as {@code metadata.managedFields} says. */
record ManagedFields(Map<Owner, FieldSet> byOwner) {

  ManagedFields {
    byOwner = Collections.unmodifiableMap(new LinkedHashMap<>(byOwner));
  }

  static ManagedFields of(ObjectNode object) {
    var byOwner = new LinkedHashMap<Owner, FieldSet>();
    object
        .path("metadata")
        .path("managedFields")
        .forEach(
            entry ->
                byOwner.put(
                    new Owner(
                        entry.path("manager").asText(),
                        entry.path("operation").asText(),
                        entry.path("subresource").asText()),
                    FieldSet.ofFieldsV1(entry.path("fieldsV1"))));
    return new ManagedFields(byOwner);
  }

  FieldSet of(Owner owner) {
    return byOwner.getOrDefault(owner, FieldSet.NONE);
  }

  /** Everything owned by others than {@code owner}. */
  FieldSet ofOthers(Owner owner) {
    return byOwner.entrySet().stream()
        .filter(entry -> !entry.getKey().equals(owner))
        .map(Map.Entry::getValue)
        .reduce(FieldSet.NONE, FieldSet::plus);
  }

  /** The managers other than {@code owner} that own a field of {@code fields}. */
  List<String> rivals(Owner owner, FieldSet fields) {
    return byOwner.entrySet().stream()
        .filter(entry -> !entry.getKey().equals(owner))
        .filter(entry -> !entry.getValue().and(fields).isEmpty())
        .map(entry -> entry.getKey().manager())
        .distinct()
        .toList();
  }

  /** The same, with {@code taken} lost by everybody else and {@code fields} owned by one. */
  ManagedFields with(Owner owner, FieldSet fields, FieldSet taken) {
    var next = new LinkedHashMap<Owner, FieldSet>();
    byOwner.forEach((other, owned) -> next.put(other, owned.minus(taken)));
    next.put(owner, fields);
    next.values().removeIf(FieldSet::isEmpty);
    return new ManagedFields(next);
  }

  /** The same without fields that are gone. */
  ManagedFields onlyOf(FieldSet present) {
    var next = new LinkedHashMap<Owner, FieldSet>();
    byOwner.forEach((owner, owned) -> next.put(owner, owned.and(present)));
    next.values().removeIf(FieldSet::isEmpty);
    return new ManagedFields(next);
  }

  /** Writes this into {@code object}; entries that did not change keep their time. */
  void writeTo(ObjectNode object, String apiVersion, Instant now) {
    var before = new ArrayList<ObjectNode>();
    object.path("metadata").path("managedFields").forEach(entry -> before.add((ObjectNode) entry));
    var times =
        before.stream()
            .collect(
                Collectors.toMap(
                    entry -> entry.deepCopy().without("time").toString(),
                    entry -> entry.path("time").asText(),
                    (one, other) -> one));
    var entries = Json.metadata(object).putArray("managedFields");
    byOwner.forEach(
        (owner, fields) -> {
          var entry = Json.object();
          entry.put("apiVersion", apiVersion).put("fieldsType", "FieldsV1");
          entry.set("fieldsV1", fields.toFieldsV1());
          entry.put("manager", owner.manager()).put("operation", owner.operation());
          if (!owner.subresource().isEmpty()) {
            entry.put("subresource", owner.subresource());
          }
          var time = times.getOrDefault(entry.toString(), Timestamps.of(now));
          entries.add(entry.put("time", time));
        });
  }

  /**
   * One that owns fields.
   *
   * @param operation {@code Apply} or {@code Update}
   * @param subresource empty for the object itself
   */
  record Owner(String manager, String operation, String subresource) {

    static Owner applying(String manager, String subresource) {
      return new Owner(manager, "Apply", subresource);
    }

    static Owner updating(String manager, String subresource) {
      return new Owner(manager, "Update", subresource);
    }
  }
}

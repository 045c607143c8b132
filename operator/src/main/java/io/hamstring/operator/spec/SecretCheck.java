package io.hamstring.operator.spec;

import io.hamstring.operator.spec.KafkaAccess.Hidden;
import io.hamstring.operator.spec.SecretKey.Content;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Brings what stands in Secrets into a pipeline: credentials of the operator's client, and of each
 * stage a hash of what its pods see. What is missing or has the wrong form becomes a problem that
 * names Secret and key; values are in no message.
 */
public final class SecretCheck {

  private static final String PEM = "-----BEGIN ";

  private final Pipeline pipeline;
  private final Map<String, SecretContent> contents;
  private final List<Problem> problems = new ArrayList<>();
  private final List<String> warnings;

  private SecretCheck(
      Pipeline pipeline, Map<String, SecretContent> contents, List<String> warnings) {
    this.pipeline = pipeline;
    this.contents = contents;
    this.warnings = new ArrayList<>(warnings);
  }

  /** The names of the Secrets that a pipeline uses, in its namespace. */
  public static SortedSet<String> namesOf(Pipeline pipeline) {
    var names = new TreeSet<String>();
    SecretUse.of(pipeline).forEach(key -> names.add(key.secret()));
    return names;
  }

  /**
   * A resolution with what stands in its Secrets; itself when it names none, or was refused.
   *
   * @param contents of all {@link #namesOf}
   */
  public static Resolution of(Resolution resolution, Map<String, SecretContent> contents) {
    return resolution
        .pipeline()
        .map(pipeline -> new SecretCheck(pipeline, contents, resolution.warnings()).resolution())
        .orElse(resolution);
  }

  private Resolution resolution() {
    for (var key : SecretUse.of(pipeline)) {
      check(key);
    }
    if (!problems.isEmpty()) {
      return Resolution.refused(problems, warnings);
    }
    var access = pipeline.access();
    var settings = new TreeMap<>(access.operatorClient().settings());
    settings.putAll(
        access
            .operator()
            .security()
            .clientSettings(file -> text(access.operator().files().get(file))));
    return Resolution.of(
        pipeline
            .with(access.with(new Hidden(settings)))
            .with(
                pipeline.stages().stream()
                    .map(stage -> stage.withSecrets(hash(SecretUse.of(pipeline, stage))))
                    .toList()),
        warnings);
  }

  private void check(SecretKey key) {
    var content = contents.getOrDefault(key.secret(), SecretContent.ABSENT);
    switch (content.state()) {
      case THERE -> {
        if (key.key() == null) {
          return;
        }
        if (content.data().containsKey(key.key())) {
          checkForm(key);
        } else if (key.content() != Content.ANY_OR_NONE) {
          problem(
              key,
              "names key '"
                  + key.key()
                  + "', which Secret '"
                  + key.secret()
                  + "' does not have (it has "
                  + content.keys()
                  + ")",
              "add the key or correct the name; it is noticed at once");
        }
      }
      case ABSENT -> {
        if (key.content() != Content.ANY_OR_NONE) {
          problem(
              key,
              "names Secret '"
                  + key.secret()
                  + "'"
                  + (key.key() == null ? "" : " (key '" + key.key() + "')")
                  + ", which does not exist in namespace '"
                  + pipeline.namespace()
                  + "'",
              "create it or correct the name; it is noticed at once");
        }
      }
      case REFUSED -> {
        var what = "Secret '" + key.secret() + "', which the operator may not read";
        if (key.isContainersOwn()) {
          var warning = key.field() + ": names " + what + "; a change of it restarts no worker";
          if (!warnings.contains(warning)) {
            warnings.add(warning);
          }
        } else {
          problem(
              key,
              "names " + what + " (" + content.detail() + ")",
              "let the operator's service account get, list and watch it");
        }
      }
    }
  }

  private void checkForm(SecretKey key) {
    var text = text(key);
    var what = "key '" + key.key() + "' of Secret '" + key.secret() + "'";
    switch (key.content()) {
      case PASSWORD -> {
        if (text.isBlank()) {
          problem(key, "names " + what + ", which is empty", "put the password there");
        }
      }
      case CERTIFICATES -> {
        if (!text.contains(PEM + "CERTIFICATE")) {
          problem(key, "names " + what + ", which holds no PEM certificate", "put one there");
        }
      }
      case PRIVATE_KEY ->
          privateKeyFault(text)
              .ifPresent(
                  fault ->
                      problem(
                          key,
                          "names " + what + ", which holds " + fault,
                          "write the key as PEM, PKCS#8, without a password (cert-manager:"
                              + " privateKey.encoding: PKCS8)"));
      case ANY, ANY_OR_NONE -> {}
    }
  }

  private static Optional<String> privateKeyFault(String text) {
    if (text.contains(PEM + "PRIVATE KEY")) {
      return Optional.empty();
    }
    if (text.contains(PEM + "ENCRYPTED PRIVATE KEY")) {
      return Optional.of("a key with a password");
    }
    return Optional.of(
        text.contains("PRIVATE KEY-----")
            ? "a key in a form that Java does not read"
            : "no PEM key");
  }

  private String hash(SortedSet<SecretKey> keys) {
    return SecretHash.of(pipeline.namespace(), keys, contents);
  }

  private String text(SecretKey key) {
    return new String(contents.get(key.secret()).data().get(key.key()), StandardCharsets.UTF_8);
  }

  private void problem(SecretKey key, String fault, String remedy) {
    problems.add(new Problem(key.field(), fault, remedy));
  }
}

package io.hamstring.worker.stage.alerter;

import io.hamstring.contract.settings.Section;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The settings of an alerter; the names are HAMSTRING's.
 *
 * @param logToFile whether alerts are also appended to a file
 * @param logFilePath that file
 * @param rotate whether each day has its own file
 * @param retentionDays how long a day's file is kept, at least 1
 * @param webhook where alerts are posted to; null for nowhere
 * @param webhookTimeout bound on each post
 */
public record AlerterSettings(
    boolean logToFile,
    Path logFilePath,
    boolean rotate,
    int retentionDays,
    URI webhook,
    Duration webhookTimeout) {

  /** Reads a stage's {@code config}; problems are added to the section. */
  public static AlerterSettings of(Section section) {
    var rotation = section.section("logRotation");
    var webhook = section.section("webhook");
    if (section.has("webhook") && !webhook.has("url")) {
      webhook.problem("url", "is required");
    }
    var timeout = webhook.duration("timeout", Duration.ofSeconds(5));
    if (timeout.isZero() || timeout.compareTo(Duration.ofMinutes(1)) > 0) {
      webhook.problem("timeout", "must be longer than 0 and at most 1m");
    }
    var settings =
        new AlerterSettings(
            section.flag("logToFile", false),
            section.converted("logFilePath", Path::of, Path.of("/opt/logs/alerts.txt")),
            rotation.flag("enabled", true),
            rotation.number("retentionDays", 7L, 1, 36_500).intValue(),
            webhook.converted("url", AlerterSettings::url, null),
            timeout);
    webhook.refuseOtherKeys();
    rotation.refuseOtherKeys();
    section.refuseOtherKeys();
    return settings;
  }

  private static URI url(String text) {
    var url = URI.create(text);
    var scheme = String.valueOf(url.getScheme());
    if (url.getHost() == null || !(scheme.equals("http") || scheme.equals("https"))) {
      throw new IllegalArgumentException("must be a URL that begins with http:// or https://");
    }
    return url;
  }
}

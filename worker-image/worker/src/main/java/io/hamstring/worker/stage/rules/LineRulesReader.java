package io.hamstring.worker.stage.rules;

import io.hamstring.contract.settings.Section;
import io.hamstring.worker.stage.format.ZeekShape;
import io.hamstring.worker.stage.rules.LineRules.FieldRule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Reads {@link LineRules} from settings; what it cannot read becomes a problem of the section. */
final class LineRulesReader {

  /**
   * Names as they occur: unlike HAMSTRING's supplied pattern it takes underscores, a trailing dot
   * and internationalised top-level domains.
   */
  static final String DOMAIN_NAME =
      "^(?=.{1,254}$)(?:[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?\\.)+"
          + "[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])\\.?$";

  private static final Set<String> OWN_FIELDS = Set.of("logline_id", "batch_id");
  private static final List<List<?>> DEFAULT =
      List.of(
          List.of(ZeekShape.TS, TimestampCheck.TYPE, TimestampCheck.ISO),
          List.of(ZeekShape.SRC_IP, IpAddressCheck.TYPE),
          List.of("domain_name", RegExCheck.TYPE, DOMAIN_NAME),
          List.of("record_type", ListItemCheck.TYPE, List.of("A", "AAAA")),
          List.of(
              "status_code",
              ListItemCheck.TYPE,
              List.of("NOERROR", "NXDOMAIN"),
              List.of("NXDOMAIN")));

  private final Section section;
  private final String key;
  private final Map<String, FieldRule> rules = new LinkedHashMap<>();

  LineRulesReader(Section section, String key) {
    this.section = section;
    this.key = key;
  }

  LineRules read() {
    var raw = section.raw(key);
    var entries = raw == null ? DEFAULT : raw instanceof List<?> list ? list : List.of();
    if (entries.isEmpty()) {
      section.problem(key, "must be a list of at least [name, Type], such as [src_ip, IpAddress]");
    }
    for (int i = 0; i < entries.size(); i++) {
      if (entries.get(i) instanceof List<?> entry && entry.size() >= 2) {
        add(key + "[" + i + "]", entry);
      } else {
        section.problem(key + "[" + i + "]", "must be a list [name, Type, arguments...]");
      }
    }
    require(ZeekShape.TS, TimestampCheck.of(TimestampCheck.ISO), !entries.isEmpty());
    require(ZeekShape.SRC_IP, new IpAddressCheck(), !entries.isEmpty());
    return new LineRules(new ArrayList<>(rules.values()));
  }

  private void add(String path, List<?> entry) {
    var field = String.valueOf(entry.get(0));
    if (OWN_FIELDS.contains(field)) {
      section.problem(path, field + " is given by the collector and cannot be required of a line");
      return;
    }
    if (rules.containsKey(field)) {
      section.problem(path, field + " is required twice");
      return;
    }
    try {
      rules.put(field, new FieldRule(field, check(entry)));
    } catch (IllegalArgumentException refused) {
      section.problem(path, refused.getMessage());
    }
  }

  /** Lines are sorted by the one and grouped by the other. */
  private void require(String field, FieldCheck check, boolean complain) {
    var given = rules.get(field);
    if (given != null && given.check().getClass() == check.getClass()) {
      return;
    }
    if (complain) {
      section.problem(key, "must require " + field + " to be of type " + check.type());
    }
    rules.put(field, new FieldRule(field, check));
  }

  private static FieldCheck check(List<?> entry) {
    var type = String.valueOf(entry.get(1));
    return switch (type) {
      case TimestampCheck.TYPE -> {
        arguments(entry, 0, 1, "one format, such as " + TimestampCheck.ISO);
        yield TimestampCheck.of(
            entry.size() > 2 ? String.valueOf(entry.get(2)) : TimestampCheck.ISO);
      }
      case IpAddressCheck.TYPE -> {
        arguments(entry, 0, 0, "no arguments");
        yield new IpAddressCheck();
      }
      case RegExCheck.TYPE -> {
        arguments(entry, 1, 1, "one pattern");
        yield new RegExCheck(pattern(String.valueOf(entry.get(2))));
      }
      case ListItemCheck.TYPE -> {
        arguments(entry, 1, 2, "a list of allowed values and, if wanted, one of relevant values");
        yield listItem(entry);
      }
      default ->
          throw new IllegalArgumentException(
              "'" + type + "' is no type; types are Timestamp, IpAddress, RegEx and ListItem");
    };
  }

  private static void arguments(List<?> entry, int least, int most, String what) {
    int given = entry.size() - 2;
    if (given < least || given > most) {
      throw new IllegalArgumentException(entry.get(1) + " takes " + what + ", not " + given);
    }
  }

  private static Pattern pattern(String pattern) {
    try {
      return Pattern.compile(pattern);
    } catch (PatternSyntaxException wrong) {
      throw new IllegalArgumentException(
          "'" + pattern + "' is no regular expression: " + wrong.getDescription(), wrong);
    }
  }

  private static ListItemCheck listItem(List<?> entry) {
    var allowed = values(entry.get(2));
    var relevant = entry.size() > 3 ? values(entry.get(3)) : Set.<String>of();
    if (!allowed.containsAll(relevant)) {
      throw new IllegalArgumentException(
          "relevant values must be among the allowed ones, " + relevant + " are not in " + allowed);
    }
    return new ListItemCheck(allowed, relevant);
  }

  private static Set<String> values(Object list) {
    if (!(list instanceof List<?> values) || values.isEmpty()) {
      throw new IllegalArgumentException("ListItem takes lists of values, was '" + list + "'");
    }
    var texts = new TreeSet<String>();
    // Python writes a truth value with a capital, and so does FieldCheck.text.
    values.forEach(
        value ->
            texts.add(
                value instanceof Boolean flag ? (flag ? "True" : "False") : String.valueOf(value)));
    return texts;
  }
}

package io.hamstring.samples.drill.report;

import java.util.Locale;

/** Text for HTML and SVG. */
final class Markup {

  private Markup() {}

  static String text(String plain) {
    return plain
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /** A number for a coordinate. */
  static String at(double number) {
    return String.format(Locale.ROOT, "%.1f", number);
  }

  /** {@code format} with numbers as every browser reads them. */
  static String of(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}

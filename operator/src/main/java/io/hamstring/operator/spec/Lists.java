package io.hamstring.operator.spec;

import java.util.List;
import java.util.Objects;

/** Lists of API objects, which may be absent and have holes where an entry was refused. */
final class Lists {

  private Lists() {}

  /** The list with its holes, or an empty one. */
  static <T> List<T> orEmpty(List<T> list) {
    return list == null ? List.of() : list;
  }

  /** The entries that are there. */
  static <T> List<T> present(List<T> list) {
    return list == null ? List.of() : list.stream().filter(Objects::nonNull).toList();
  }
}

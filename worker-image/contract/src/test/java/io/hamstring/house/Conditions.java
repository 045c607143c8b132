package io.hamstring.house;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.regex.Pattern;

/** Conditions that ArchUnit does not bring. */
final class Conditions {

  private Conditions() {}

  static ArchCondition<JavaClass> nameDoesNotMatch(String pattern) {
    var refused = Pattern.compile(pattern);
    return new ArchCondition<>("have no simple name like " + pattern) {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        events.add(
            new SimpleConditionEvent(
                type,
                !refused.matcher(type.getSimpleName()).matches(),
                type.getName() + " says nothing by its name"));
      }
    };
  }
}

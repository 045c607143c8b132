package io.hamstring.worker.stage.detector.training;

import io.hamstring.worker.stage.detector.training.NameFamily.Origin;
import io.hamstring.worker.stage.detector.training.NameFamily.Use;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** All families of domain names, of which samples and tests draw their traffic too. */
public final class NameFamilies {

  private static final List<NameFamily> ALL =
      Stream.of(
              BenignFamilies.all(),
              HostFamilies.all(),
              GeneratedFamilies.all(),
              TunnelFamilies.all(),
              ValidationFamilies.all(),
              WithheldFamilies.all())
          .flatMap(List::stream)
          .toList();

  private NameFamilies() {}

  /** Every family. */
  public static List<NameFamily> all() {
    return ALL;
  }

  /** The families of one origin that serve any of these purposes, at least two. */
  public static List<NameFamily> of(Origin origin, Use use, Use... others) {
    var uses = EnumSet.of(use, others);
    return ALL.stream()
        .filter(family -> family.origin() == origin && uses.contains(family.use()))
        .toList();
  }

  /** A name of a family that chance picks, all alike. */
  public static String next(List<NameFamily> families, Random random) {
    return families.get(random.nextInt(families.size())).next(random);
  }
}

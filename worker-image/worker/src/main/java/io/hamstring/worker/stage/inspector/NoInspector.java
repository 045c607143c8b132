package io.hamstring.worker.stage.inspector;

import io.hamstring.worker.stage.format.BatchDocument;

/** Finds every batch suspicious. */
public final class NoInspector implements Inspector<Void> {

  /** HAMSTRING's name of it. */
  public static final String NAME = "NoInspector";

  @Override
  public Finding<Void> inspect(String subnet, BatchDocument batch, Void state) {
    return new Finding<>(true, null);
  }

  @Override
  public Void initialState() {
    return null;
  }

  @Override
  public int lookBack() {
    return 0;
  }
}

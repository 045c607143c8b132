package io.hamstring.worker.scenario;

/** What cluster a scenario plays on. */
enum Topology {
  ONE(1),
  THREE(3);

  private final int nodes;

  Topology(int nodes) {
    this.nodes = nodes;
  }

  /** Of a sample of so many scenarios: three quarters are of one node. */
  int share(int sample) {
    int three = sample / 4;
    return this == THREE ? three : sample - three;
  }

  int nodes() {
    return nodes;
  }
}

#!/usr/bin/env bash
# Measures the stages with real workers on a real broker: throughput.sh [--only stages|chain|latency] [--runs N] [--lines N].
set -euo pipefail
cd "$(dirname "$0")"
../../mvnw -B -q -f ../../pom.xml -pl worker-image/worker -am process-test-classes
exec java -Xmx768m -XX:+UseSerialGC -Dlogback.configurationFile=logback-test.xml \
  -cp "target/test-classes:target/classes:$(cat target/scenario-classpath.txt)" io.hamstring.worker.throughput.ThroughputMain "$@"

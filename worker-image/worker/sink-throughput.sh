#!/usr/bin/env bash
# Measures a sink with a real broker and Debian's ClickHouse: sink-throughput.sh [--rows N] [--batch-size N] [--kafka-batch-size N] [--runs N].
set -euo pipefail
cd "$(dirname "$0")"
../../mvnw -B -q -f ../../pom.xml -pl worker-image/worker -am process-test-classes
exec java -Xmx768m -XX:+UseSerialGC -Dlogback.configurationFile=logback-test.xml \
  -cp "target/test-classes:target/classes:$(cat target/scenario-classpath.txt)" io.hamstring.worker.sink.SinkThroughputMain "$@"

#!/usr/bin/env bash
# Measures what asking a sidecar costs a batch of 50 log lines: sidecar-round-trip.sh [PORT of a sidecar that is there already].
set -euo pipefail
cd "$(dirname "$0")"
../../mvnw -B -q -f ../../pom.xml -pl worker-image/worker -am process-test-classes
exec java -Xmx256m -XX:+UseSerialGC -Dlogback.configurationFile=logback-test.xml \
  -cp "target/test-classes:target/classes:$(cat target/scenario-classpath.txt)" io.hamstring.worker.stage.sidecar.SidecarRoundTrip "$@"

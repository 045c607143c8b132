#!/usr/bin/env bash
# Plays failures with real workers and brokers: scenarios.sh --all [--resume] [--minutes N], --sample N [--seed S], --only REGEX.
set -euo pipefail
cd "$(dirname "$0")"
../../mvnw -B -q -f ../../pom.xml -pl worker-image/worker -am process-test-classes
exec java -Xmx256m -XX:+UseSerialGC \
  -cp "target/test-classes:target/classes:$(cat target/scenario-classpath.txt)" io.hamstring.worker.scenario.ScenariosMain "$@"

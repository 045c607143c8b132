#!/usr/bin/env bash
# How long worker and operator take to start, beside a JVM that only joins a consumer group: startup.sh [--rounds N] [--bound].
# Each has one processor to itself, and starts from what its image holds; broker and API server have another. With --bound it
# fails when one is slower than it is to be. startup.sh --renew writes down instead which classes a start loads, for the next
# build of the images. Linux, two processors; what was built before is not built again.
set -euo pipefail
cd "$(dirname "$0")/../.."

for module in worker-image/worker operator; do
  [ -e $module/target/image/app/classes.jsa ] || { ./mvnw -B -q -Pimage -DskipTests package; break; }
done
[ -e samples/target/startup-classpath.txt ] || ./mvnw -B -q -pl samples -am process-test-classes
path=$(cat samples/target/startup-classpath.txt)
exec taskset -c 0 java -Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Dlogback.configurationFile=logback-scale.xml \
  -Dhamstring.root="$PWD" -cp "samples/target/test-classes:samples/target/classes:$path" \
  io.hamstring.samples.startup.StartupMain "$@"

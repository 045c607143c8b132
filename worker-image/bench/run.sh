#!/bin/sh
# Measures the recovery core against its peers on one broker, in one run. Builds what is missing or
# older than its sources first. All arguments go to the bench; see --help.
set -eu

bench=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd -P)
root=$(dirname -- "$(dirname -- "$bench")")
stamp=$bench/target/bench.stamp
path=$bench/target/bench-classpath.txt

fail() {
  echo "run.sh: $*" >&2
  exit 1
}

java=${JAVA_HOME:+$JAVA_HOME/bin/}java
command -v "$java" >/dev/null 2>&1 || fail "no Java found; install JDK 17 or newer, or set JAVA_HOME"

up_to_date() {
  [ -f "$stamp" ] && [ -f "$path" ] || return 1
  set -- "$root/pom.xml"
  for module in contract recovery broker worker bench; do
    [ -d "$root/worker-image/$module/target/classes" ] || return 1
    set -- "$@" "$root/worker-image/$module/pom.xml" "$root/worker-image/$module/src/main"
  done
  [ -z "$(find "$@" -newer "$stamp" -print | head -n 1)" ]
}

build() {
  echo "Building …" >&2
  mkdir -p "$bench/target"
  : >"$stamp.new"
  (cd "$root" && ./mvnw -B -q -pl worker-image/bench -am test-compile) </dev/null >&2 ||
    fail "the build failed; see above"
  mv "$stamp.new" "$stamp"
}

up_to_date || build

exec "$java" -Xms1g -Xmx1g -Xmn640m -XX:+UseSerialGC -XX:-UsePerfData -Dlogback.configurationFile=logback-bench.xml \
  -cp "$bench/target/classes:$(cat "$path")" io.hamstring.bench.BenchMain "$@"

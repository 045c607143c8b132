# For run-local.sh and drill.sh: builds what is missing or older than its sources; launch MAIN [ARGUMENT]...
# then runs a program of this module.

samples=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd -P)
program=$(basename -- "$0")
root=$(dirname -- "$samples")
stamp=$samples/target/local-run.stamp
run_path=$samples/target/local-run-classpath.txt
worker_path=$root/worker-image/worker/target/worker-classpath.txt

fail() {
  echo "$program: $*" >&2
  exit 1
}

java=${JAVA_HOME:+$JAVA_HOME/bin/}java
command -v "$java" >/dev/null 2>&1 || fail "no Java found; install JDK 17 or newer, or set JAVA_HOME"

modules="crds operator samples worker-image/contract worker-image/recovery worker-image/broker worker-image/worker"

up_to_date() {
  [ -f "$stamp" ] && [ -f "$run_path" ] && [ -f "$worker_path" ] || return 1
  set -- "$root/pom.xml"
  for module in $modules; do
    [ -d "$root/$module/target/classes" ] || return 1
    set -- "$@" "$root/$module/pom.xml"
    [ ! -d "$root/$module/src/main" ] || set -- "$@" "$root/$module/src/main"
  done
  [ -z "$(find "$@" -newer "$stamp" -print | head -n 1)" ]
}

build() {
  command -v "${JAVA_HOME:+$JAVA_HOME/bin/}javac" >/dev/null 2>&1 ||
    fail "no javac found; building needs a JDK 17 or newer"
  echo "Building (the first time this fetches what is needed; it takes some minutes) …" >&2
  mkdir -p "$samples/target"
  : >"$stamp.new"
  (cd "$root" && ./mvnw -B -q -pl samples -am test-compile) </dev/null >&2 ||
    fail "the build failed; see above"
  mv "$stamp.new" "$stamp"
}

up_to_date || build

# launch MAIN [ARGUMENT]...
launch() {
  terminal=false
  columns=120
  if [ -t 1 ]; then
    terminal=true
    columns=$(tput cols 2>/dev/null || echo 100)
  fi
  exec "$java" -Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData \
    -Dsun.net.httpserver.nodelay=true -Dhamstring.terminal=$terminal -Dhamstring.columns="$columns" \
    -Dlogback.configurationFile=logback-local-run.xml \
    -cp "$samples/target/classes:$(cat "$run_path")" "$@"
}

#!/usr/bin/env bash
# Lays out what an image holds beside the program's jars: a Java runtime, the C library, and an archive of loaded classes.
#
#   stage.sh TARGET MAIN CLASSES BASE ARCHIVE
#
# TARGET/image/app has the jars, as the image will have them in /app. What is added goes to TARGET/image/app and
# TARGET/image/root. CLASSES names the classes that the archive is to hold. BASE is scratch, or an image that brings a C
# library of its own. ARCHIVE is true or false: the archive differs from build to build.
set -euo pipefail

target=$1 main=$2 classes=$3 base=$4 archive=$5
java_home=${JAVA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")}
app=$target/image/app root=$target/image/root java=$target/image/root/opt/java
jars=/opt/hamstring/jars

fail() {
  echo "stage.sh: $*" >&2
  exit 1
}

[ "$(uname -s)" = Linux ] || fail "images are built on Linux; the runtime and its libraries are this machine's"
[ -x "$java_home/bin/jlink" ] || fail "no jlink in $java_home; set JAVA_HOME to a JDK"
[ -n "$(ls "$app"/libs/*.jar 2>/dev/null)" ] || fail "no jars in $app/libs"

# Where the image has the program's own jar.
mkdir -p "$app/classpath"
rm -f "$app"/classpath/*
for jar in "$target"/*.jar; do
  case $jar in *-tests.jar | *-sources.jar) ;; *) cp "$jar" "$app/classpath/" ;; esac
done

modules=java.base,java.logging,java.management,java.naming,java.net.http,java.security.jgss,java.security.sasl,java.sql,java.xml
modules=$modules,jdk.crypto.ec,jdk.httpserver,jdk.jfr,jdk.management,jdk.naming.dns,jdk.security.jgss,jdk.unsupported,jdk.zipfs

# What the list of security providers names and the modules above do not hold. A provider that is named and not there is looked
# for among those of the class path, each of which is made for that: BouncyCastle's took the operator two seconds.
absent='XMLDSig SunPCSC SunPKCS11'

providers() {
  awk -v absent=" $absent " -F= '
    !/^security\.provider\.[0-9]+=/ { print; next }
    !index(absent, " " $2 " ") { print "security.provider." ++n "=" $2 }' "$1"
}

runtime() {
  rm -rf "$root"
  mkdir -p "$root/opt" "$root$jars" "$root/tmp" "$root/etc/hamstring" "$root/var/lib/hamstring"
  "$java_home/bin/jlink" --add-modules "$modules" --no-header-files --no-man-pages --compress=0 --output "$java"
  providers "$java/conf/security/java.security" >"$target/image/java.security"
  mv "$target/image/java.security" "$java/conf/security/java.security"
  # Whom this machine trusts, where the JDK's own list is only a link.
  if [ -e /etc/ssl/certs/java/cacerts ]; then cp /etc/ssl/certs/java/cacerts "$java/lib/security/cacerts"; fi
}

# The runtime's shared libraries, under the names by which it asks for them.
library() {
  local wanted from to
  for wanted in "$java/bin/java" "$java"/lib/*.so "$java/lib/server/libjvm.so"; do
    LD_LIBRARY_PATH=$java/lib:$java/lib/server ldd "$wanted"
  done | grep -oE '/[^ ]+' | grep -v "^$java" | sort -u | while read -r from; do
    case $from in *:) continue ;; esac
    to=$root$from
    [ -e "$to" ] || { mkdir -p "$(dirname "$to")" && cp -L "$from" "$to"; }
  done
  printf 'root:x:0:0:root:/:/sbin/nologin\nhamstring:x:10001:0:hamstring:/tmp:/sbin/nologin\n' >"$root/etc/passwd"
  printf 'root:x:0:\n' >"$root/etc/group"
  printf 'hosts: files dns\n' >"$root/etc/nsswitch.conf"
}

# Relative names: the archive remembers the class path letter by letter, and is made elsewhere than it is used.
class_path() {
  (cd "$app" && find classpath libs -name '*.jar' | LC_ALL=C sort | tr '\n' ':')
}

arguments() {
  printf '%s\n' "-XX:Flags=jvm.flags" -cp "$(class_path)$jars/*" "$main" >"$app/java.args"
  # Defaults: what JDK_JAVA_OPTIONS says stands above them.
  printf '%s\n' MaxRAMPercentage=66 -UsePerfData +ExitOnOutOfMemoryError +ErrorFileToStderr >"$app/jvm.flags"
  [ "$archive" != true ] || echo SharedArchiveFile=classes.jsa >>"$app/jvm.flags"
}

archive() {
  local path
  # The archive remembers the jars' times too, and every file of the image is one second old.
  find "$app" -name '*.jar' -exec touch -d @1 {} +
  path=$(class_path)
  (
    cd "$app"
    setarch -R "$java/bin/java" -Xshare:dump -XX:SharedClassListFile="$classes" -XX:SharedArchiveFile=classes.jsa \
      -XX:+UnlockExperimentalVMOptions -XX:hashCode=2 -cp "${path%:}"
  ) >"$target/image/archive.log" 2>&1 || fail "no archive was made; see $target/image/archive.log"
  chmod 644 "$app/classes.jsa"
}

runtime
[ "$base" != scratch ] || library
arguments "$@"
rm -f "$app/classes.jsa"
[ "$archive" != true ] || archive
if [ -e "$target/bom.json" ]; then cp "$target/bom.json" "$app/bom.json"; fi
du -sh "$root" "$app" >&2

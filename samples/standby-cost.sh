#!/bin/sh
# What a worker costs while it waits: resident memory, processor time, requests to brokers.
# Usage: standby-cost.sh PID [SECONDS [METRICS-URL]]; `ps` has the PID, the run's log the address. Linux only.
set -eu

pid=$1
seconds=${2:-60}
metrics=${3:-}

ticks() { awk '{print $14 + $15}' "/proc/$pid/stat"; }
requests() {
  [ -z "$metrics" ] || curl -fsS "$metrics" |
    awk '/^kafka_(consumer|producer)_request_total/ {n += $NF} END {print n + 0}'
}

busy=$(ticks)
asked=$(requests)
sleep "$seconds"
awk -v busy="$(($(ticks) - busy))" -v seconds="$seconds" -v hz="$(getconf CLK_TCK)" '
  /^VmRSS/ {printf "rss %.0f MiB, cpu %.1f %% of a core\n", $2 / 1024, 100 * busy / hz / seconds}' \
  "/proc/$pid/status"
[ -z "$metrics" ] ||
  awk -v before="$asked" -v after="$(requests)" -v seconds="$seconds" \
    'BEGIN {printf "%d requests to brokers, %.2f a second\n", after - before, (after - before) / seconds}'

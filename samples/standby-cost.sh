#!/bin/sh
# What a worker costs while it waits: resident memory, processor time, Kafka requests a second.
# Usage: standby-cost.sh PID ADDRESS [SECONDS]; both stand in the local run's `kubectl get pods -o wide`
# and `ps`. Linux only.
set -eu

pid=$1
address=$2
seconds=${3:-60}

ticks() { awk '{print $14 + $15}' "/proc/$pid/stat"; }
requests() {
  curl -sf "http://$address:8080/metrics" |
    awk '/^kafka_(consumer|producer)_request_total/ {sum += $NF} END {printf "%d\n", sum}'
}

busy=$(ticks)
asked=$(requests)
sleep "$seconds"
awk -v busy="$(($(ticks) - busy))" -v asked="$(($(requests) - asked))" -v seconds="$seconds" \
  -v hz="$(getconf CLK_TCK)" '
  /^VmRSS/ {printf "rss %.0f MiB, cpu %.1f %% of a core, %.2f requests/s\n",
    $2 / 1024, 100 * busy / hz / seconds, asked / seconds}' "/proc/$pid/status"

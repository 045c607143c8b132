#!/bin/sh
# What a worker costs while it waits: resident memory and processor time.
# Usage: standby-cost.sh PID [SECONDS]; `ps` has the PID. Linux only.
set -eu

pid=$1
seconds=${2:-60}

ticks() { awk '{print $14 + $15}' "/proc/$pid/stat"; }

busy=$(ticks)
sleep "$seconds"
awk -v busy="$(($(ticks) - busy))" -v seconds="$seconds" -v hz="$(getconf CLK_TCK)" '
  /^VmRSS/ {printf "rss %.0f MiB, cpu %.1f %% of a core\n", $2 / 1024, 100 * busy / hz / seconds}' \
  "/proc/$pid/status"

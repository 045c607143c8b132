#!/bin/sh
# Hits a worker of a fleet on this machine, and measures what follows: takeover, silence, duplicates.
# Builds what is missing or older than its sources first. All arguments go to the drill; see --help.
set -eu

. "$(dirname -- "$0")/launch.sh"

launch io.hamstring.samples.DrillMain "$@"

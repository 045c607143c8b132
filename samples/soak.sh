#!/bin/sh
# Restarts a fleet on this machine again and again, and tells whether the guard took a healthy worker for a dead one.
# Builds what is missing or older than its sources first. All arguments go to the soak; see --help.
set -eu

. "$(dirname -- "$0")/launch.sh"

launch io.hamstring.samples.SoakMain "$@"

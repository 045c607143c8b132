#!/bin/sh
# Runs a whole HamstringPipeline on this machine: broker, API server, operator, workers.
# Builds what is missing or older than its sources first. All arguments go to the run; see --help.
set -eu

. "$(dirname -- "$0")/launch.sh"

launch io.hamstring.samples.LocalRunMain "$@"

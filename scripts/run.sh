#!/bin/sh
# Installs what is missing, and then runs one of our programs. Keeps compiled code for the next run.
# With `--docs` before the program, also builds the docs if they are stale.
set -u
cd "$(dirname "$0")/.." || exit 1
sh scripts/setup.sh || exit 1
if [ "${1:-}" = --docs ]; then
  shift
  sh scripts/docs-if-stale.sh || exit 1
fi
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$PWD/node_modules/.cache/compiled}"
exec node "$@"

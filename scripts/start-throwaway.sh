#!/bin/sh
# The sandbox on any free port, its data gone when it ends: the conformance suite checks it when no other is named.
if [ -n "$CONFORMANCE_RUN" ]; then
  # Killed and started again in a run of the suite, it finds its data there.
  dir=${TMPDIR:-/tmp}/payment-invoice-$CONFORMANCE_RUN
  mkdir -p -m 700 "$dir" || exit 1
  echo '{"restarts":true}'
else
  dir=$(mktemp -d) || exit 1
fi
trap 'rm -rf "$dir"' EXIT
trap : TERM INT
# A database that the shell knows of is somebody's own, and a mode of its server too.
SERVER_MODE=sandbox PORT=${CONFORMANCE_PORT:-0} DATA_DIR=$dir DATABASE_URL= node --min-semi-space-size=16 packages/server/bin/server.ts --json &
# The first wait ends at the signal, which the server gets too; the second ends when the server has ended.
wait $!
wait

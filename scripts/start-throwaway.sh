#!/bin/sh
# Starts a sandbox on a free port, and removes its data when it ends. By default, the conformance suite checks this sandbox.
place=${TMPDIR:-/tmp}
# Keeps the data in memory if 1 GB is free there, because throwaway data need not wait for a disk. In a container, /dev/shm may
# have only 64 MB. If the suite restarts the sandbox during a run, the data stays in the folder of the first start, so that the
# sandbox finds it.
if [ -z "$TMPDIR" ] && [ -w /dev/shm ] && [ ! -d "$place/payment-invoice-$CONFORMANCE_RUN" ]; then
  free=$(df -Pk /dev/shm | awk 'NR == 2 { print $4 }')
  if [ -d "/dev/shm/payment-invoice-$CONFORMANCE_RUN" ] || [ "${free:-0}" -ge 1048576 ]; then place=/dev/shm; fi
fi
if [ -n "$CONFORMANCE_RUN" ]; then
  dir=$place/payment-invoice-$CONFORMANCE_RUN
  mkdir -p -m 700 "$dir" || exit 1
  echo '{"restarts":true,"copies":true}'
else
  dir=$(mktemp -d "$place/payment-invoice-XXXXXX") || exit 1
fi
trap 'rm -rf "$dir"' EXIT
trap : TERM INT
# Overrides the shell's DATABASE_URL and SERVER_MODE, because they may belong to a real server and its database.
SERVER_MODE=sandbox PORT=${CONFORMANCE_PORT:-0} DATA_DIR=$dir DATABASE_URL= node --min-semi-space-size=16 packages/server/bin/server.ts --json &
# Waits twice. The first wait returns at a signal, which the server receives too; the second returns when the server has ended.
wait $!
wait

#!/bin/sh
# Builds the docs when there are none, or when the contract is newer. Quiet when there is nothing to do;
# everything goes to standard error, because `npm start -- --json` prints one line on standard output.
set -u
cd "$(dirname "$0")/.." || exit 1
page=packages/generated/docs/index.html

set -- openapi/openapi.yaml openapi/redocly.yaml openapi/bin
[ -d openapi/guides ] && set -- "$@" openapi/guides
[ -f "$page" ] && [ -z "$(find "$@" -newer "$page" 2>/dev/null)" ] && exit 0

echo 'Building the docs …' >&2
exec node openapi/bin/build-docs.ts >&2

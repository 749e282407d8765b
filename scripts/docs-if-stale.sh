#!/bin/sh
# Builds the docs if they are missing, or older than any of their sources. Prints nothing when there is nothing to do. Otherwise
# prints to standard error, because `npm start -- --json` prints one line on standard output.
set -u
cd "$(dirname "$0")/.." || exit 1
page=packages/generated/docs/index.html

# Includes the suite's cases, because the list of requirements names them.
set -- openapi/openapi.yaml openapi/bin openapi/docs openapi/reader openapi/guides openapi/samples openapi/generators conformance/cases
[ -f "$page" ] && [ -f packages/generated/docs/page.html ] && [ -f packages/generated/docs/requirements.html ] && [ -f packages/generated/docs/openapi.json ] &&
  [ -z "$(find "$@" -newer "$page" 2>/dev/null)" ] && exit 0

# Drops the output, a list of the written files, because only `npm run docs` needs it.
exec node openapi/bin/build-docs.ts >/dev/null

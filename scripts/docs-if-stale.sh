#!/bin/sh
# Builds the docs when there are none, or when something they are made of is newer. Quiet when there is nothing to do;
# everything goes to standard error, because `npm start -- --json` prints one line on standard output.
set -u
cd "$(dirname "$0")/.." || exit 1
page=packages/generated/docs/index.html

# The list of requirements names the cases of the suite.
set -- openapi/openapi.yaml openapi/bin openapi/docs openapi/reader openapi/guides openapi/samples openapi/generators conformance/cases
[ -f "$page" ] && [ -f packages/generated/docs/page.html ] && [ -f packages/generated/docs/requirements.html ] && [ -f packages/generated/docs/openapi.json ] &&
  [ -z "$(find "$@" -newer "$page" 2>/dev/null)" ] && exit 0

# What it writes and where is for `npm run docs`.
exec node openapi/bin/build-docs.ts >/dev/null

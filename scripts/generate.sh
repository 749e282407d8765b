#!/bin/sh
# Writes everything that is generated from the contract. With options, writes only the types of another contract.
set -eu
cd "$(dirname "$0")/.."
sh scripts/setup.sh
[ $# -eq 0 ] || exec node packages/generated/bin/generate.ts "$@"
node openapi/bin/derive-for-generators.ts
node openapi/bin/write-samples.ts
node packages/generated/bin/generate.ts
# The pages below contain generated code and values.
node packages/kit/bin/write-server-page.ts
exec node packages/server/bin/write-settings.ts

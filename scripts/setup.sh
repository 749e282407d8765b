#!/bin/sh
# Installs what is missing. Prints nothing when there is nothing to do. Otherwise prints to standard error, because standard
# output belongs to the calling command.
# The stamp is a copy of the lockfile. It is written last, so that an interrupted install is repeated.
set -u
cd "$(dirname "$0")/.." || exit 1
PATH=$PWD/node_modules/.bin:$PATH
stamp=node_modules/.installed-lock.yaml
for room in . openapi packages/generated packages/stubs packages/kit packages/server packages/client packages/house-rules packages/browser packages/demo-shop conformance proofs; do
  [ -d "$room/node_modules" ] || rm -f "$stamp"
done
cmp -s pnpm-lock.yaml "$stamp" && exit 0

echo 'Installing what is missing (once; about a minute) …' >&2
# Installs pnpm from an npm lockfile, which has the hashes of pnpm's package and of its programs for Linux with glibc. On other
# platforms, npm downloads the program of the same version. `npm ci` is not used, because it would require every platform's
# program in the lockfile.
if ! {
  npm install --prefix scripts/pnpm --no-save --prefer-offline --no-audit --no-fund --loglevel=error &&
    scripts/pnpm/node_modules/.bin/pnpm install --frozen-lockfile --prefer-offline --config.confirm-modules-purge=false
} </dev/null >node_modules.log 2>&1; then
  cat node_modules.log >&2
  rm -f node_modules.log
  echo 'Could not install the dependencies: the lines above say why. Needed: Node.js 22.19 or newer (on Linux any from 20), npm, and a reachable npm registry.' >&2
  exit 1
fi
rm -f node_modules.log
# Deletes vitest's caches. They are outdated once an install has moved dependencies.
rm -rf node_modules/.vitest-cache node_modules/.vite node_modules/.cache

# On Linux the lockfile installs Node.js 24 as a package. Where that binary cannot run (musl), and on other systems, the host's
# Node.js is used.
bundled=node_modules/.bin/node
if [ -e "$bundled" ] && ! "$bundled" --version >/dev/null 2>&1; then rm -f "$bundled"; fi
if ! node -e 'const [major, minor] = process.versions.node.split(".").map(Number); process.exit(major > 22 || (major === 22 && minor >= 19) ? 0 : 1)'; then
  echo "Node.js $(node --version) is too old on this platform, which has no Node.js inside the install: 22.19 or newer is needed." >&2
  exit 1
fi
cp pnpm-lock.yaml "$stamp"

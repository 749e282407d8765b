#!/bin/sh
# Installs what is missing. Quiet when there is nothing to do; everything goes to standard error,
# because standard output belongs to the command that called.
# The stamp is a copy of the lockfile: written last, so an interrupted install is done again.
set -u
cd "$(dirname "$0")/.." || exit 1
PATH=$PWD/node_modules/.bin:$PATH
stamp=node_modules/.installed-lock.yaml
for room in . openapi packages/generated packages/stubs packages/kit packages/server packages/client packages/house-rules packages/browser packages/demo-shop conformance proofs; do
  [ -d "$room/node_modules" ] || rm -f "$stamp"
done
cmp -s pnpm-lock.yaml "$stamp" && exit 0

echo 'Installing what is missing (once; about a minute) …' >&2
# pnpm itself comes by a lockfile of npm's, which names the hash of its package and of its programs for Linux with glibc; where it
# names none, npm takes the program of this version. Not `npm ci`, which wants those of all platforms in it.
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
# vitest keeps what it transformed; an install that moves its dependencies leaves that stale.
rm -rf node_modules/.vitest-cache node_modules/.vite node_modules/.cache

# On Linux the lockfile brings Node 24 as a package. Where that binary cannot run (musl), and elsewhere, the host's Node serves.
bundled=node_modules/.bin/node
if [ -e "$bundled" ] && ! "$bundled" --version >/dev/null 2>&1; then rm -f "$bundled"; fi
if ! node -e 'const [major, minor] = process.versions.node.split(".").map(Number); process.exit(major > 22 || (major === 22 && minor >= 19) ? 0 : 1)'; then
  echo "Node.js $(node --version) is too old on this platform, which has no Node.js inside the install: 22.19 or newer is needed." >&2
  exit 1
fi
cp pnpm-lock.yaml "$stamp"

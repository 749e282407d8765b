import { globSync } from 'node:fs';

/** The folders of the reference server that mutants are made of. */
const rooms = ['packages/server/src', 'packages/stubs/src'];

/** Folders and files of which an API's client sees nothing, or that the run itself needs. */
const leftOut = [
  // Another store, another runtime, another framework, another verifier: the run meets one of each.
  ...[
    'server/src/store/postgres/',
    'server/src/store/move/',
    'server/src/receipts/http-verifier',
    'server/src/receipts/load-key-set',
  ],
  ...['server/src/receipts/follow-key-set', 'stubs/src/express', 'stubs/src/fastify', 'stubs/src/fetch', 'stubs/src/node-http'],
  // The developer's: new projects, a receiver of callbacks, refusals of a program that uses the stubs wrongly.
  ...['stubs/src/init/', 'stubs/src/callbacks', 'stubs/src/api/refuse-wrong-options', 'stubs/src/contract/refuse-unenforced'],
  // The operator's: commands, accounts, settings, keys, the data directory, migrations, logs, metrics, health.
  ...['server/src/admin/', 'server/src/commands/', 'server/src/errors/', 'server/src/monitoring/'],
  ...['server/src/settings/', 'server/src/start/find-hazards', 'server/src/store/prepare-directory'],
  ...['server/src/start/refuse-mixed-data', 'server/src/start/share-descriptors'],
  ...['server/src/start/start-sandbox', 'server/src/callbacks/prepare-callback-key'],
  ...['server/src/callbacks/replace-key', 'server/src/store/back-up-database', 'server/src/store/check-place'],
  ...['server/src/store/find-outdated-tables', 'server/src/store/migrat', 'server/src/web/log-request'],
  ...['server/src/web/report-health', 'server/src/web/name-server'],
  // Pages for people, and the sandbox's own switches, by which the suite pays and moves the clock.
  ...['server/src/console/', 'server/src/store/sqlite-history', 'server/src/payment-page/', 'server/src/web/docs-page'],
  ...['server/src/web/show-docs', 'server/src/web/page-', 'server/src/pages/'],
  ...['server/src/rates/payer-guard', 'server/src/sandbox/'],
];

/** Lists the source files that mutants are made of, below the repository. */
export function listFiles(root: string): string[] {
  return globSync(
    rooms.map((room) => `${room}/**/*.ts`),
    { cwd: root },
  )
    .filter((file) => !/\.test(-d)?\.ts$|\/testing\//.test(file))
    .filter((file) => !leftOut.some((part) => file.startsWith(`packages/${part}`)))
    .toSorted();
}

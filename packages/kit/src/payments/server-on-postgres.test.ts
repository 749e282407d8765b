/** Tests the server of `init --full --database postgres` on a real PostgreSQL, with the cases that depend on the store. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { makeTestDirectory } from '../../testing/make-test-directory.ts';

const room = join(import.meta.dirname, '../..');
const repository = join(room, '../..');

/** The cases whose outcome depends on the store: locks, races, idempotency keys, unusual strings, events and their leases. */
const ofStores = [
  ...(process.env.IN_FULL === '1' ? ['lifecycle/'] : ['lifecycle/PENDING']),
  'create-payment/idempotency',
  'submit-receipt/odd',
  'fetch-payment/odd',
  'callbacks/two-parts',
];

test('it conforms in everything that depends on the store, and has at most 150 lines more than the server on SQLite', async ({
  skip,
}) => {
  const url = await makeDatabase();
  if (url === undefined) return skip('There is no PostgreSQL here.');
  const folder = makeTestDirectory();
  const project = join(folder, 'my-server');
  const stubs = join(repository, 'packages/stubs');
  await run(folder, join(stubs, 'bin/stubs.ts'), ['init', 'my-server', '--full', '--database', 'postgres']);
  const modules = join(project, 'node_modules');
  mkdirSync(join(modules, '@payment-invoice'), { recursive: true });
  for (const [name, target] of [
    ['@payment-invoice/stubs', stubs],
    ['@payment-invoice/kit', room],
    ['@payment-invoice/conformance', join(repository, 'conformance')],
    ...['pg', '@types'].map((name) => [name, join(room, 'node_modules', name)] as const),
  ] as const)
    symlinkSync(target, join(modules, name));
  await run(project, join(repository, 'node_modules/typescript/bin/tsc'), ['--rootDir', '/']);
  const output = await run(project, 'test/check.ts', ofStores, { CHECK_DATABASE: url });
  expect(output).toMatch(/passes the \d+ cases/);
  expect(readFileSync(join(project, 'src/database.ts'), 'utf8').split('\n').length).toBeLessThan(150);
}, 600_000);

/** Runs a Node.js program to its end, and returns its standard output. Throws an Error when the exit code is not 0. */
function run(cwd: string, file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [file, ...args], { cwd, env: { ...process.env, ...env } }, (error, stdout) =>
      error ? reject(new Error(`${error.message}\n${stdout}`)) : resolve(stdout),
    );
  });
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresPort: number;
  }
}

/** Creates a database on this test run's PostgreSQL server. Returns undefined if there is no such server. */
async function makeDatabase(): Promise<string | undefined> {
  const port = inject('postgresPort');
  const given = process.env.TEST_DATABASE_URL;
  const { url } = given ? { url: given } : ((await (await fetch(`http://127.0.0.1:${port}/`)).json()) as { url?: string });
  if (url === undefined) return undefined;
  const name = `payment_invoice_kit_${randomBytes(6).toString('hex')}`;
  const ask = async (sql: string) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await ask(`CREATE DATABASE ${name} TEMPLATE template0`);
  onTestFinished(() => ask(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

/** Tests what the suite cannot observe about the server of `init --full`: its start, its errors, and the deletion of old data. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Pool } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { isStorageError as isSqliteAway, openDatabase } from '../../templates/database.ts';
import { isStorageError as isPostgresAway } from '../../templates/postgres.ts';
import { openStore } from '../../templates/store.ts';
import { makeTestDirectory } from '../../testing/make-test-directory.ts';
import { sampleRequest } from '../../testing/sample-request.ts';
import { createEventDescriber } from '../callbacks/describe-event.ts';
import { type ClaimedEvent, eventLifetimes } from '../callbacks/outbox.ts';
import { createInvoice } from '../lifecycle/invoice.ts';
import { createMemoryStore } from '../memory/create-memory-store.ts';
import { makeTestIssuer } from '../receipts/jws-receipt.ts';
import { startPayments } from './start-payments.ts';

const server = join(import.meta.dirname, '../../templates/server.ts');
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Starts the server, waits until it listens or ends, and returns its output and exit code. */
async function start(cwd: string, env: Record<string, string>): Promise<{ said: string; code: number | null }> {
  let said = '';
  const { NODE_COMPILE_CACHE } = process.env;
  const child = execFile(process.execPath, ['--no-warnings', server, 'acc_1'], {
    cwd,
    env: { PATH: '', PORT: '0', NODE_COMPILE_CACHE, ...env },
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => {
      said += text;
      if (said.includes('Listening')) child.kill('SIGTERM');
    });
  const [code] = await once(child, 'close');
  return { said, code };
}

test('a start prints in a sentence what is missing before it makes a database, and a restart changes nothing', async () => {
  const folder = makeTestDirectory();
  const env: Record<string, string> = {};
  const has = async (lack: RegExp) => {
    const { said, code } = await start(folder, env);
    expect([said.trim().split('\n').length, code, existsSync(join(folder, 'payments.sqlite'))], said).toEqual([1, 1, false]);
    expect(said).toMatch(lack);
  };
  await has(/^Set CALLBACK_KEY: /);
  env.CALLBACK_KEY = randomBytes(32).toString('base64');
  await has(/^Set RECEIPT_ISSUER: /);
  env.RECEIPT_ISSUER = 'urn:test:rail';
  await has(/^The receipt keys receipt-keys.json cannot be used: the file cannot be read/);
  const { publicKey } = makeTestIssuer({ issuer: 'urn:test:rail', audience: 'urn:test' });
  const keys = [{ ...publicKey.export({ format: 'jwk' }), kid: 'key-1' }];
  writeFileSync(join(folder, 'receipt-keys.json'), JSON.stringify({ keys }));
  for (const wrong of ['', 'pay.example', 'https://pay.example/', 'https://pay.example?x']) {
    env.PUBLIC_BASE_URL = wrong;
    await has(/^Set PUBLIC_BASE_URL: /);
  }
  env.PUBLIC_BASE_URL = 'https://pay.example';
  env.DATABASE = join(folder, 'nowhere/x.sqlite');
  await has(/^DATABASE: /);
  env.DATABASE = '';
  env.PORT = 'abc';
  await has(/^PORT must be a port number/);
  env.PORT = '0';
  expect((await start(folder, env)).said).toMatch(/token: 'pi_live_[\s\S]*callbackSecret: 'whsec_[\s\S]*Listening/);
  expect((await start(folder, env)).said).toMatch(/^Listening/);
  env.PORT = '70000';
  expect(await start(folder, env)).toEqual({ said: expect.stringMatching(/^PORT or HOST: .*70000.*\n$/), code: 1 });
});

const errorOf = (work: () => unknown) => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

test('a file that is locked or not an SQLite file is not taken for a bug', async () => {
  const file = join(makeTestDirectory(), 'a.sqlite');
  const [one, other] = [new DatabaseSync(file), new DatabaseSync(file)];
  onTestFinished(() => void [one, other].map((db) => db.close()));
  one.exec('BEGIN IMMEDIATE');
  expect(isSqliteAway(errorOf(() => other.exec('BEGIN IMMEDIATE')))).toBe(true);
  expect(isSqliteAway(errorOf(() => one.prepare('SELECT no_such_column')))).toBe(false);
  expect(isSqliteAway(errorOf(() => one.prepare('SELECT ?').get({} as never, {} as never)))).toBe(false);
  const noDatabase = join(makeTestDirectory(), 'b.sqlite');
  writeFileSync(noDatabase, 'no database of SQLite, and long enough to have the head of one '.repeat(20));
  expect(isSqliteAway(await openDatabase(noDatabase).catch((error) => error))).toBe(true);
  expect(isSqliteAway(undefined)).toBe(false);
});

test.each<[object, boolean]>([
  [new Error('timeout exceeded when trying to connect'), true],
  [new Error('Connection terminated unexpectedly'), true],
  [new Error('Query read timeout'), true],
  ...['25006', '40P01', '57P01', '53300', '08006', 'ECONNRESET', 'EAI_AGAIN'].map(
    (code) => [{ code }, true] as [object, boolean],
  ),
  ...['23505', '42601', '22P02', 'ERR_INVALID_ARG_TYPE'].map((code) => [{ code }, false] as [object, boolean]),
  [new TypeError('Client is not a function'), false],
])('the PostgreSQL error %o means that the database is unavailable: %s', (error, isAway) => {
  expect(isPostgresAway(error)).toBe(isAway);
});

test('a PostgreSQL that does not exist is unavailable', async () => {
  const pool = new Pool({ host: '127.0.0.1', port: 1 });
  expect(isPostgresAway(await pool.query('SELECT 1').catch((error) => error))).toBe(true);
  await pool.end();
});

test.each(['memory', 'SQLite'])('an event is deleted when its lifetime is over, in %s', async (kind) => {
  const baseUrl = () => 'http://payments.test';
  const opened = await openStore(join(makeTestDirectory(), 'a.sqlite'), createEventDescriber(randomBytes, baseUrl));
  onTestFinished(() => opened.close());
  const store = kind === 'memory' ? createMemoryStore(randomBytes, baseUrl) : opened;
  const made = [1, 2].map(() => createInvoice({ ...sampleRequest, callbackUrl: 'https://shop.example/' }, 0, randomBytes, 1));
  for (const invoice of made) await store.createInvoice(invoice);
  await store.expireDue(1, 10);
  const { events } = await store.claimEvents([{ host: 'shop.example', limit: 10 }], 1, 1000);
  const decisions = [{ kind: 'delivered' }, { kind: 'dead', reason: 'refused' }] as const;
  await store.recordAttempts(
    decisions.map((decision, place) => ({ event: events[place] as ClaimedEvent, decision })),
    2,
  );
  const forgotten = [];
  for (const lifetime of [eventLifetimes.delivered, eventLifetimes.dead])
    for (const after of [1, 2]) forgotten.push(await store.forgetEvents(lifetime + after, 10));
  expect(forgotten).toEqual([0, 1, 0, 1]);
});

/** Messages that two parsers may split into different requests, or that must not reach a handler. */
const tricks = {
  'two hosts': 'Host: a\r\n',
  'a coding that is none': 'Transfer-Encoding: foo, chunked\r\n',
  'two lengths': 'Content-Length: 0\r\nContent-Length: 1\r\n',
  'hundreds of headers': 'X-A: b\r\n'.repeat(300),
};

test.each(['listen', 'express', 'fastify', 'fetch', 'koa'])(
  '%s.ts rejects messages that hide a second request, with a problem',
  async (name) => {
    const { listen } = await import(`../../templates/${name}.ts`);
    const store = createMemoryStore(randomBytes, () => 'http://payments.test');
    const verifier = { verify: async () => 'invalid' as const };
    const publicBaseUrl = () => 'http://payments.test';
    const parts = { store, verifier, callbackKey: randomBytes(32), publicBaseUrl, log: quiet };
    const payments = await startPayments({ ...parts, mode: 'test' });
    onTestFinished(() => payments.stop());
    const server = await listen(payments.api, 0, '127.0.0.1', publicBaseUrl);
    onTestFinished(() => void server.close());
    for (const [trick, lines] of Object.entries(tricks)) {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      socket.end(`POST /api/v1/payments/create HTTP/1.1\r\nHost: b\r\n${lines}\r\n`);
      const response = Buffer.concat(await socket.toArray()).toString();
      expect([trick, ...response.split('\r\n', 1)]).toEqual([trick, 'HTTP/1.1 400 Bad Request']);
      expect(response).toContain('application/problem+json');
    }
  },
);

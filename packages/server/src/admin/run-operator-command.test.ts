import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { startReceiver } from '../../testing/callbacks/start-receiver.ts';
import { runCommand } from '../../testing/process/start-child.ts';
import { makeTestDirectory, startTestServer } from '../../testing/start-test-server.ts';
import { StartError } from '../errors/start-error.ts';
import { UsageError } from '../errors/usage-error.ts';
import { describesNoEvent, openStore } from '../store/open-store.ts';
import { trailFile } from './keep-trail.ts';
import { readOperatorCommand, runOperatorCommand } from './run-operator-command.ts';

const run = (dataDir: string, args: string[], env: NodeJS.ProcessEnv = {}) =>
  runOperatorCommand(readOperatorCommand(args), { DATA_DIR: dataDir, ...env });

test('lists dead letters without their URLs, and makes a running server send them again', async () => {
  const server = await startTestServer();
  expect(await run(server.dataDir, ['dead'])).toBe('No dead letters.\n');
  let status = 500;
  const receiver = await startReceiver((_, res) => void res.writeHead(status).end());
  for (const path of ['hidden-a', 'hidden-b']) {
    const { id } = await server.create({ amount: 10, callbackUrl: `${receiver.url}/${path}` });
    await server.submit(id, await server.pay(id, 10));
  }
  for (let attempt = 1; attempt <= 10; attempt++) {
    await expect.poll(() => receiver.calls.length).toBe(2 * attempt);
    await expect.poll(() => server.log.filter((line) => line.includes('callback attempt')).length).toBe(2 * attempt);
    server.clock.now += 27 * 3_600_000;
    server.dispatcher.wake();
  }
  await expect.poll(() => run(server.dataDir, ['dead', '--json'])).toMatch(/\n.*\n/);
  const lines = (await run(server.dataDir, ['dead', '--json'])).trim().split('\n');
  const dead = { attempts: 10, reason: 'status 500', accountId: 'acc_sandbox' };
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([dead, dead]);
  const table = await run(server.dataDir, ['dead', '--limit', '1', '--account', 'acc_sandbox']);
  expect(table.trim().split('\n').length).toBe(2);
  expect(table + lines.join('')).not.toContain('hidden');
  expect(await run(server.dataDir, ['dead', '--account', 'acc_sandbox_other'])).toBe('No dead letters.\n');

  status = 200;
  const { id } = JSON.parse(lines[0] ?? '');
  await expect(run(server.dataDir, ['resend', id, 'evt_unknown'])).rejects.toThrow(
    '1 of 2 will be sent again; there is no dead letter evt_unknown.',
  );
  expect(await run(server.dataDir, ['resend', '--all', '--account', 'acc_sandbox_other'])).toBe('0 will be sent again.\n');
  expect(await run(server.dataDir, ['resend', '--all'])).toBe('1 will be sent again.\n');
  await server.dispatcher.look();
  await expect.poll(() => receiver.calls.length).toBe(22);
});

test('revives each dead letter once, although a running server soon gives it up again', async () => {
  const server = await startTestServer();
  await server.dispatcher.stop(0);
  for (let i = 0; i < 3; i++) {
    const { id } = await server.create({ amount: 10, callbackUrl: 'http://127.0.0.1:9/' });
    await server.submit(id, await server.pay(id, 10));
  }
  const db = new Database(join(server.dataDir, 'payments.db'));
  // Simulates a disabled endpoint: each revived event fails and is given up before the command revives the next one.
  db.exec(`
    UPDATE outbox SET outcome = 'dead', settled_at = created_at;
    CREATE TABLE revivals (id TEXT);
    CREATE TRIGGER refuse AFTER UPDATE OF outcome ON outbox
    WHEN NEW.outcome IS NULL AND (SELECT count(*) FROM revivals) < 30 BEGIN
      INSERT INTO revivals VALUES (NEW.id);
      UPDATE outbox SET outcome = 'dead', settled_at = NEW.next_at WHERE id = NEW.id;
    END`);
  expect(await run(server.dataDir, ['resend', '--all'])).toBe('3 will be sent again.\n');
  expect(db.prepare('SELECT count(*) FROM revivals').pluck().get()).toBe(3);
  db.close();
});

test('shows a new secret once, and the old one still signs', async () => {
  const server = await startTestServer();
  const receiver = await startReceiver();
  const secret = (await run(server.dataDir, ['rotate', 'acc_sandbox'])).trim();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(secret).not.toBe(server.callbackSecret);
  // Sets the server's clock to the real time, which the operator's command uses.
  server.clock.now = Date.now();
  const { id } = await server.create({ amount: 10, callbackUrl: receiver.url });
  await server.submit(id, await server.pay(id, 10));
  await expect.poll(() => receiver.calls.length).toBe(1);
  for (const one of [secret, server.callbackSecret]) {
    const { body = '', headers } = receiver.calls[0] ?? {};
    expect(() => new Webhook(one).verify(body, headers as Record<string, string>)).not.toThrow();
  }
});

test('lists disabled receivers, and enables one', async () => {
  const { dataDir } = await startTestServer();
  expect(await run(dataDir, ['disabled'])).toBe('No disabled receivers.\n');
  const store = await openStore({ dataDir, databaseUrl: undefined, mustExist: true }, describesNoEvent);
  const event = { id: 'evt_1', invoiceId: 'inv_1', accountId: 'acc_sandbox', host: 'shop.example', attempts: 0 };
  const decision = { kind: 'dead', reason: 'status 500' } as const;
  await store.recordAttempts([{ event, decision, endpoint: 'disabled' }], Date.parse('2026-11-21T10:00:00Z'));
  await store.close();
  const listed = await run(dataDir, ['disabled', '--account', 'acc_sandbox']);
  expect(listed).toContain('\nacc_sandbox\tshop.example\t2026-11-21T10:00:00');
  expect(JSON.parse(await run(dataDir, ['disabled', '--json']))).toMatchObject({ host: 'shop.example' });
  await expect(run(dataDir, ['enable', 'acc_sandbox', 'other.example'])).rejects.toThrow('No receiver "other.example"');
  await expect(run(dataDir, ['enable', 'acc_mistyped', 'shop.example'])).rejects.toThrow('There is no account');
  expect(await run(dataDir, ['enable', 'acc_sandbox', 'SHOP.example'])).toMatch(/^Events to shop\.example are retried/);
  expect(await run(dataDir, ['disabled'])).toBe('No disabled receivers.\n');
  const trail = readFileSync(join(dataDir, trailFile), 'utf8').trim().split('\n');
  expect(trail.map((line) => JSON.parse(line))).toMatchObject([
    { state: 'begun', command: 'callbacks enable', subjects: ['acc_sandbox'], options: { host: 'other.example' } },
    { state: 'failed' },
    { state: 'begun', options: { host: 'shop.example' } },
    { state: 'done' },
  ]);
});

test('rotates a secret only with the key that sealed the others', async () => {
  const { dataDir } = await startTestServer();
  const CALLBACK_KEY = randomBytes(32).toString('base64');
  await expect(run(dataDir, ['rotate', 'acc_sandbox'], { CALLBACK_KEY })).rejects.toThrow(/^CALLBACK_KEY is not the key/);
  await expect(run(dataDir, ['rotate', 'acc_sandbox'], { CALLBACK_KEY: '' })).rejects.toThrow(/^CALLBACK_KEY is not set/);
  await expect(run(dataDir, ['rotate', 'acc_unknown'])).rejects.toThrow('There is no account "acc_unknown".');
});

test('distinguishes an unknown account from one without dead letters', async () => {
  const { dataDir } = await startTestServer();
  for (const command of [['dead'], ['resend', '--all']])
    await expect(run(dataDir, [...command, '--account', 'acc_mistyped'])).rejects.toThrow('There is no account "acc_mistyped".');
  expect(await run(dataDir, ['dead', '--account', 'acc_sandbox'])).toBe('No dead letters.\n');
});

test('makes no database where there is none', async () => {
  const dataDir = makeTestDirectory();
  await expect(run(dataDir, ['dead'])).rejects.toThrow(StartError);
  await expect(run(dataDir, ['dead'])).rejects.toThrow(/There is no database .*payments\.db\. Set DATA_DIR/);
});

test.each([
  [[], 'No command was given.'],
  [['die'], 'There is no command "die".'],
  [['dead', 'evt_1'], 'dead takes no arguments, but was given "evt_1".'],
  [['dead', '--all'], 'dead has no option --all.'],
  [['dead', '--limit', '0'], '--limit is "0"'],
  [['dead', '--limit', '1e3'], '--limit is "1e3"'],
  [['dead', '--limit'], "Option '--limit <value>' argument missing."],
  [['dead', '--colour'], "Unknown option '--colour'."],
  [['resend'], 'resend takes either events or --all.'],
  [['resend', 'evt_1', '--all'], 'resend takes either events or --all.'],
  [['resend', 'evt_1', '--account', 'a'], 'resend with events has no option --account.'],
  [['resend', '--all', '--json'], 'resend has no option --json.'],
  [['disabled', 'a'], 'disabled takes no arguments, but was given "a".'],
  [['enable', 'a'], 'enable takes an account and a host.'],
  [['rotate'], 'rotate takes one account.'],
  [['rotate', ''], 'rotate takes one account.'],
  [['rotate', 'a', 'b'], 'rotate takes one account.'],
  [['rotate', 'a', '--all'], 'rotate has no option --all.'],
])('%j is a usage error', (args, sentence) => {
  expect(() => readOperatorCommand(args)).toThrow(UsageError);
  expect(() => readOperatorCommand(args)).toThrow(sentence);
});

test.each([
  [['--help'], 0, /^Manages undelivered callbacks/, ''],
  [['dead'], 1, /^$/, /^There is no database .*\n$/],
  [['die'], 2, /^$/, 'There is no command "die". Run with --help for the options.\n'],
])('the command %j ends with %i', async (args, code, out, err) => {
  const ended = await runCommand('callbacks.ts', args, { DATA_DIR: makeTestDirectory() });
  expect(ended.code).toBe(code);
  expect(ended.out).toMatch(out);
  expect(ended.err).toMatch(err);
});

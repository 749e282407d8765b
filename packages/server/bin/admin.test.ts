import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { exampleCreate as create } from '@payment-invoice/generated/examples';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { runAdmin } from '../src/admin/run-admin.ts';
import { StartError } from '../src/errors/start-error.ts';
import { UsageError } from '../src/errors/usage-error.ts';
import { migrateDatabase, migrations } from '../src/store/migrations.ts';
import { nodeEnv, runCommand } from '../testing/process/start-child.ts';
import { makeTestDirectory, startTestServer } from '../testing/start-test-server.ts';

/** Runs the admin command in a separate process, as an operator does. */
const run = (dataDir: string, ...args: string[]) => runCommand('admin.ts', args, { DATA_DIR: dataDir });

/** Runs the admin command in this process, because starting a process takes longer than the command. */
async function call(settings: Record<string, string>, ...args: string[]) {
  try {
    return { code: 0, out: await runAdmin(args, settings, Date.now()), err: '' };
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof StartError)) throw error;
    return { code: error instanceof UsageError ? 2 : 1, out: '', err: `${error.message}\n` };
  }
}

async function json(dataDir: string, ...args: string[]): Promise<Record<string, string>[]> {
  const { code, out, err } = await run(dataDir, ...args, '--json');
  expect([code, err]).toEqual([0, '']);
  return out
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

test('makes an account and a token, which a running server accepts until it is revoked', async () => {
  const server = await startTestServer();
  const { dataDir } = server;
  const [account] = await json(dataDir, 'account', 'create', '--name', 'Coffee shop');
  expect(account).toMatchObject({ account: expect.stringMatching(/^acc_/), mode: 'test', name: 'Coffee shop' });
  const id = account?.account ?? '';
  const [minted] = await json(dataDir, 'token', 'mint', id, '--scopes', 'invoices:write', '--label', 'till');
  const token = minted?.token ?? '';
  expect(minted).toMatchObject({ account: id, scopes: 'invoices:write', label: 'till', expires: expect.any(String) });
  expect(await server.post('/api/v1/payments/create', create, token)).toMatchObject({ status: 200 });
  expect(await server.post('/api/v1/payments/fetch', { invoiceId: 'x' }, token)).toMatchObject({ status: 403 });

  const [revoked] = await json(dataDir, 'token', 'revoke', minted?.id ?? '');
  expect(revoked).toMatchObject({ id: minted?.id, revoked: expect.stringMatching(/Z$/) });
  expect(await server.post('/api/v1/payments/create', create, token)).toMatchObject({ status: 401 });
  expect(await json(dataDir, 'token', 'revoke', minted?.id ?? '')).toEqual([revoked]);
});

test('shows a secret once and does not store it in plain text', async () => {
  const { dataDir, close } = await startTestServer();
  const command = async (...args: string[]) => (await call({ DATA_DIR: dataDir }, ...args)).out;
  const account = JSON.parse(await command('account', 'create', '--json'));
  const id = account.account;
  const minted = JSON.parse(await command('token', 'mint', id, '--json'));
  const rotated = JSON.parse(await command('secret', 'rotate', id, '--json'));
  expect(rotated.callbackSecret).toMatch(/^whsec_/);
  expect(rotated.callbackSecret).not.toBe(account.callbackSecret);
  const lists = (await command('account', 'list')) + (await command('token', 'list', id));
  expect(lists).toContain(id);
  await close();
  const files = readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name), 'latin1'));
  for (const secret of [minted.token, account.callbackSecret, rotated.callbackSecret]) {
    for (const place of [lists, ...files]) expect(place).not.toContain(secret.slice(10));
  }
});

test('copies the database while the server writes, to a single file that can be opened', async () => {
  const server = await startTestServer();
  const { id } = await server.create();
  const file = join(makeTestDirectory(), 'copy.db');
  expect(await run(server.dataDir, 'backup', file)).toMatchObject({ code: 0, err: '' });
  const copy = new Database(file, { readonly: true });
  expect(copy.prepare('SELECT id FROM invoices').pluck().all()).toEqual([id]);
  copy.close();
  const settings = { DATA_DIR: server.dataDir };
  expect((await call(settings, 'backup', file)).err).toContain('already exists');
  const nowhere = join(makeTestDirectory(), 'no', 'folder.db');
  expect(await call(settings, 'backup', nowhere)).toMatchObject({ code: 1, err: expect.stringContaining('cannot be made') });
  expect(existsSync(nowhere)).toBe(false);
});

test('a backup before an upgrade has the tables of the previous release, and does not upgrade the database', async () => {
  const dataDir = makeTestDirectory();
  const [from, to] = [join(dataDir, 'payments.db'), join(makeTestDirectory(), 'copy.db')];
  const old = new Database(from);
  migrateDatabase(old, migrations.slice(0, 1));
  old.pragma('journal_mode = WAL');
  old.close();
  expect(await call({ DATA_DIR: dataDir }, 'backup', to)).toMatchObject({ code: 0, err: '' });
  for (const file of [from, to]) {
    const db = new Database(file);
    expect(db.pragma('user_version', { simple: true })).toBe(1);
    db.close();
  }
});

test('makes no database in a mistyped directory, and no backup if there is no database', async () => {
  const mistyped = join(makeTestDirectory(), 'payments');
  const file = join(makeTestDirectory(), 'copy.db');
  const refused = { code: 1, out: '', err: expect.stringMatching(/^There is no database .*\n$/) };
  for (const args of [
    ['backup', file],
    ['token', 'list'],
    ['account', 'list'],
    ['secret', 'rotate', 'acc_none'],
  ])
    expect(await call({ DATA_DIR: mistyped }, ...args)).toMatchObject(refused);
  expect([mistyped, file].map((path) => existsSync(path))).toEqual([false, false]);
});

test("a restored copy has the server's state at the time of the backup", async () => {
  const dataDir = makeTestDirectory();
  const callbackKey = randomBytes(32);
  const before = await startTestServer({ dataDir, callbackKey });
  const kept = await before.create();
  const copy = join(makeTestDirectory(), 'copy.db');
  expect(await call({ DATA_DIR: dataDir }, 'backup', copy)).toMatchObject({ code: 0 });
  const lost = await before.create();
  await before.close();
  for (const end of ['', '-wal', '-shm']) rmSync(join(dataDir, `payments.db${end}`), { force: true });
  copyFileSync(copy, join(dataDir, 'payments.db'));
  const after = await startTestServer({ dataDir, callbackKey });
  expect(await after.fetch(kept.id)).toMatchObject({ id: kept.id, status: 'PENDING' });
  expect(await after.fetch(lost.id)).toMatchObject({ code: 'invoice_not_found' });
  expect(await after.submit(kept.id, await after.pay(kept.id, 12.5))).toMatchObject({ status: 200, json: { status: 'PAID' } });
});

test.skipIf(!existsSync('/dev/full'))('says that a secret that is shown once could not be written', async () => {
  const { dataDir } = await startTestServer();
  const script = '"$0" "$1" account create >/dev/full';
  const { status, stderr } = spawnSync('sh', ['-c', script, process.execPath, join(import.meta.dirname, 'admin.ts')], {
    env: { ...nodeEnv(), DATA_DIR: dataDir },
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^The command was carried out, but its result could not be written: ENOSPC.*\n$/);
});

describe('prints in one sentence what is wrong with', () => {
  test.each<[RegExp, string[]]>([
    [/no such command/, ['account', 'delete']],
    [/ACCOUNT is missing. Usage: token mint/, ['token', 'mint']],
    [/no account "acc_none"/, ['token', 'mint', 'acc_none']],
    [/"all" is not a scope/, ['token', 'mint', 'x', '--scopes', 'all']],
    [/"" is not a scope/, ['token', 'mint', 'x', '--scopes', '']],
    [/--expires is "soon"/, ['token', 'mint', 'x', '--expires', 'soon']],
    [/--expires is "2020-01-01"/, ['token', 'mint', 'x', '--expires', '2020-01-01']],
    [/no token with this id/, ['token', 'revoke', 'pi_test_secret']],
    [/'--scope'/, ['token', 'mint', 'x', '--scope', 'y']],
    [/`account list` was given too many arguments/, ['account', 'list', 'x']],
    [/exclude each other/, ['account', 'create', '--live', '--test']],
    [/--name must have/, ['account', 'create', '--name', ' ']],
  ])('%s', async (sentence, args) => {
    const { dataDir } = await startTestServer();
    const said = await runAdmin(args, { DATA_DIR: dataDir }, Date.now()).catch((error: Error) => error);
    expect(said).toBeInstanceOf(UsageError);
    const { message } = said as UsageError;
    expect(message).toMatch(sentence);
    expect(message.split('\n')).toHaveLength(1);
    expect(message).not.toContain('pi_test_secret');
  });

  test('a process with invalid arguments prints only the sentence, and exits with 2', async () => {
    const { code, out, err } = await run(makeTestDirectory(), 'account', 'delete');
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^There is no such command\. .*\n$/);
  });

  test('a live account in a sandbox, and a key that is missing', async () => {
    const { dataDir } = await startTestServer();
    expect((await call({ DATA_DIR: dataDir }, 'account', 'create', '--live')).err).toMatch(/belongs to a sandbox/);
    const { code, err } = await run(makeTestDirectory(), 'account', 'create', '--live');
    expect([code, err]).toEqual([1, expect.stringContaining('CALLBACK_KEY is not set')]);
  });
});

test('a callback key is replaced, even if the old one is lost', async () => {
  const DATA_DIR = makeTestDirectory();
  const makeKey = () => randomBytes(32).toString('base64');
  const [CALLBACK_KEY, NEW_CALLBACK_KEY, another] = [makeKey(), makeKey(), makeKey()];
  await call({ DATA_DIR, CALLBACK_KEY }, 'account', 'create', '--live');
  const refused = await call({ DATA_DIR, CALLBACK_KEY }, 'key', 'replace');
  expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/^NEW_CALLBACK_KEY is not set/)]);
  const same = await call({ DATA_DIR, CALLBACK_KEY, NEW_CALLBACK_KEY: CALLBACK_KEY }, 'key', 'replace');
  expect([same.code, same.err]).toEqual([2, expect.stringMatching(/^NEW_CALLBACK_KEY is the same as CALLBACK_KEY/)]);
  const replaced = await call({ DATA_DIR, CALLBACK_KEY, NEW_CALLBACK_KEY }, 'key', 'replace', '--json');
  expect(replaced).toMatchObject({ code: 0, out: '{"secretsSealedAnew":"1"}\n' });

  const old = await call({ DATA_DIR, CALLBACK_KEY }, 'account', 'create', '--live');
  expect([old.code, old.err]).toEqual([1, expect.stringMatching(/^CALLBACK_KEY is not the key/)]);
  const lost = await call({ DATA_DIR, NEW_CALLBACK_KEY: another }, 'key', 'replace', '--lost');
  expect(lost).toMatchObject({ code: 0, out: expect.stringMatching(/whsec_/) });
  expect(await call({ DATA_DIR, CALLBACK_KEY: another }, 'account', 'create', '--live')).toMatchObject({ code: 0 });
});

test('--help describes every command and option', async () => {
  const { code, out } = await run(makeTestDirectory(), '--help');
  expect(code).toBe(0);
  const commands = ['account create', 'token mint', 'token revoke', 'secret rotate', 'key replace', 'backup'];
  for (const words of [...commands, 'CALLBACK_KEY']) expect(out).toContain(words);
});

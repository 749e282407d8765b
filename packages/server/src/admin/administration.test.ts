import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTestDirectory } from '../../testing/start-test-server.ts';
import { keepTrail, trailFile } from './keep-trail.ts';
import { runAdmin } from './run-admin.ts';

const now = Date.parse('2026-11-21T10:00:00.000Z');

/** Makes a data directory for a test. Returns functions that run operator commands on it. */
function openOffice() {
  const dataDir = makeTestDirectory();
  const env = { DATA_DIR: dataDir, CALLBACK_KEY: randomBytes(32).toString('base64') };
  const file = join(dataDir, trailFile);
  return {
    file,
    run: async (...args: string[]) => JSON.parse((await runAdmin([...args, '--json'], env, now)).split('\n')[0] || '{}'),
    show: (...args: string[]) => runAdmin(args, env, now),
    trail: () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []).map((line) => JSON.parse(line)),
  };
}

test('a change by an operator leaves a line that says who did what, without any secret', async () => {
  const { run, trail, file } = openOffice();
  const { account, callbackSecret } = await run('account', 'create', '--name', 'shop');
  const { id, token } = await run('token', 'mint', account, '--label', 'till');
  await run('account', 'list');
  await run('token', 'list');
  await run('token', 'revoke', id);
  const lines = trail();
  expect(lines.map(({ state }) => state)).toEqual(['begun', 'done', 'begun', 'done', 'begun', 'done']);
  expect(lines.filter(({ state }) => state === 'done')).toMatchObject([
    { command: 'account create', subjects: [account], options: { name: 'shop' }, time: '2026-11-21T10:00:00.000Z' },
    { command: 'token mint', subjects: [account, id], options: { label: 'till' }, user: expect.any(String) },
    { command: 'token revoke', subjects: [id, account] },
  ]);
  expect(lines[2]).toMatchObject({ run: lines[3].run, subjects: [account] });
  const text = readFileSync(file, 'utf8');
  for (const secret of [callbackSecret, token]) expect(text).not.toContain(secret);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a refused command leaves a line that says so, without the text that was pasted', async () => {
  const { run, trail, file } = openOffice();
  await expect(run('token', 'mint', 'acc_unknown')).rejects.toThrow('no database');
  await run('account', 'create');
  await expect(run('token', 'mint', 'acc_unknown')).rejects.toThrow('no account');
  await expect(run('token', 'revoke', 'pi_test_pasted')).rejects.toThrow('no token');
  expect(trail().map(({ state, subjects }) => [state, subjects.length])).toEqual([
    ['begun', 0],
    ['done', 1],
    ['begun', 1],
    ['failed', 1],
    ['begun', 0],
    ['failed', 0],
  ]);
  expect(readFileSync(file, 'utf8')).not.toContain('pasted');
});

test('the line is written before the change, so that it is not lost if the process dies', async () => {
  const { file } = openOffice();
  const seen: string[] = [];
  const look = async () => void seen.push(readFileSync(file, 'utf8'));
  await keepTrail(dirname(file), { command: 'token mint', subjects: ['acc_1'] }, now, look);
  expect(JSON.parse(seen[0] ?? '')).toMatchObject({ state: 'begun', command: 'token mint', subjects: ['acc_1'] });
});

test('a command is not run if its line cannot be written', async () => {
  const { run, file } = openOffice();
  const { account } = await run('account', 'create');
  renameSync(file, `${file}.1`);
  mkdirSync(file);
  await expect(run('token', 'mint', account)).rejects.toThrow(/^Nothing was done, because the trail .* could not be written/);
  rmdirSync(file);
  expect(await run('token', 'list', account)).toEqual({});
});

test('control characters in a name are shown as escapes, and not sent to the terminal', async () => {
  const { run, show } = openOffice();
  await run('account', 'create', '--name', 'a\u001b[2Jb\u009bc\u202ed');
  const text = await show('account', 'list');
  expect(text).toContain('a\\u001b[2Jb\\u009bc\\u202ed');
});

test('a token ends after a year unless asked for another time', async () => {
  const { run } = openOffice();
  const { account } = await run('account', 'create');
  expect(await run('token', 'mint', account)).toMatchObject({ expires: '2027-11-21T10:00:00.000Z' });
  expect(await run('token', 'mint', account, '--expires', '12h')).toMatchObject({ expires: '2026-11-21T22:00:00.000Z' });
  expect(await run('token', 'mint', account, '--expires', 'never')).toMatchObject({ expires: null });
});

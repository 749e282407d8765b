/** Tests failures of the disk, both when a server starts and while it runs. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { canDiskFail, startOnFailingDisk } from '../../testing/start-on-failing-disk.ts';
import { type OwnProcess, startOwnProcess } from '../../testing/start-own-process.ts';
import { makeTestDirectory } from '../../testing/start-test-server.ts';

const hasPrlimit = spawnSync('prlimit', ['--version']).status === 0;
const isRoot = process.getuid?.() === 0;
const nobody = 65_534;
const program = join(import.meta.dirname, '../../bin/server.ts');
// Root can write everywhere, so the server runs as another user. Tests are skipped if that user cannot read the program.
const user = isRoot ? nobody : undefined;
const canStartAsUser = spawnSync(process.execPath, ['--check', program], { uid: user }).status === 0;

/** Limits the size of the files that a process may write, which simulates a full disk. */
const limitFiles = (pid: number, bytes: number | 'unlimited') =>
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);

/** Creates invoices until one is rejected. Returns the ids of the created invoices. */
async function createUntilRefused(server: OwnProcess): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < 2_000; i++) {
    const { status, headers, json } = await server.create();
    if (status === 200) ids.push(json.id);
    else {
      expect([status, json.code, headers.get('retry-after')]).toEqual([503, 'service_unavailable', '5']);
      expect(JSON.stringify(json)).not.toMatch(/sqlite|disk|database/i);
      return ids;
    }
  }
  throw new Error('It was never refused.');
}

async function expectAll(server: OwnProcess, ids: readonly string[]): Promise<void> {
  const statuses = await Promise.all(ids.map(async (id) => (await server.fetch(id)).status));
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
}

describe('a server that runs', () => {
  // Needs prlimit, which exists only on Linux. Every other way to fill a disk needs root.
  test.skipIf(!hasPrlimit)(
    'refuses writes while the disk is full, still reads, and writes again when there is room',
    async () => {
      const dataDir = join(makeTestDirectory(), 'data');
      const server = await startOwnProcess(dataDir);
      const before = (await server.create()).json.id;
      limitFiles(server.pid, 256 * 1024);
      const ids = [before, ...(await createUntilRefused(server))];
      await createUntilRefused(server).then((more) => ids.push(...more));
      await expectAll(server, ids);
      expect(await server.ready()).toBe(503);
      limitFiles(server.pid, 'unlimited');
      const after = await server.create();
      expect(after.status).toBe(200);
      expect(await server.ready()).toBe(200);
      ids.push(after.json.id);
      await server.end('SIGKILL');

      const db = new Database(join(dataDir, 'payments.db'));
      expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
      // The database contains every created invoice, and no rejected one.
      expect(db.prepare('SELECT id FROM invoices').pluck().all().toSorted()).toEqual(ids.toSorted());
      db.close();
    },
  );

  test.skipIf(!canDiskFail)('loses nothing that it confirmed after a flush that failed', async () => {
    const dataDir = join(makeTestDirectory(), 'data');
    const server = await startOnFailingDisk(dataDir);
    const ids = [(await server.create()).json.id];
    // The readiness check writes without waiting for the disk, so its write is in the log, unflushed, before the failing write.
    expect(await server.ready()).toBe(200);
    server.fail(true);
    const { status, json } = await server.create();
    expect([status, json.code]).toEqual([503, 'service_unavailable']);
    expect(json.detail).toMatch(/may have taken effect/);
    server.fail(false);
    for (let i = 0; i < 2; i++) ids.push((await server.create()).json.id);
    await server.cutPower();
    const again = await startOnFailingDisk(dataDir);
    await expectAll(again, ids);
    // If the process ends before its next write, nothing is lost, because the next process reads the log from the system's cache.
    expect(await again.ready()).toBe(200);
    again.fail(true);
    expect((await again.create()).status).toBe(503);
    await again.end('SIGKILL');
    const last = await startOnFailingDisk(dataDir);
    ids.push((await last.create()).json.id);
    await last.cutPower();
    await expectAll(await startOwnProcess(dataDir), ids);
  });

  test('refuses requests while its directory is missing, and continues when it is back', async () => {
    const dataDir = join(makeTestDirectory(), 'data');
    const server = await startOwnProcess(dataDir);
    const { id } = (await server.create()).json;
    renameSync(dataDir, `${dataDir}-away`);
    expect(await createUntilRefused(server)).toEqual([]);
    expect(await server.ready()).toBe(503);
    renameSync(`${dataDir}-away`, dataDir);
    expect((await server.create()).status).toBe(200);
    expect(await server.ready()).toBe(200);
    await expectAll(server, [id]);
  });

  test('returns nothing from a file that was replaced, because its tokens may have been revoked since', async () => {
    const dataDir = join(makeTestDirectory(), 'data');
    const server = await startOwnProcess(dataDir);
    const { id } = (await server.create()).json;
    const file = join(dataDir, 'payments.db');
    copyFileSync(file, `${file}-new`);
    renameSync(`${file}-new`, file);
    expect((await server.fetch(id)).status).toBe(503);
    expect(await server.ready()).toBe(503);
  });

  test('stores everything that it confirms, even if its file becomes read-only', async () => {
    const dataDir = join(makeTestDirectory(), 'data');
    const server = await startOwnProcess(dataDir);
    const ids = [(await server.create()).json.id];
    for (const name of readdirSync(dataDir)) chmodSync(join(dataDir, name), 0o400);
    // The server can still write, because it already has the file open. Every invoice that was created must be on disk.
    for (let i = 0; i < 5; i++) {
      const { status, json } = await server.create();
      expect([200, 503]).toContain(status);
      if (status === 200) ids.push(json.id);
    }
    await server.end('SIGKILL');
    for (const name of readdirSync(dataDir)) chmodSync(join(dataDir, name), 0o600);
    await expectAll(await startOwnProcess(dataDir), ids);
  });
});

describe('a server that starts', () => {
  const refused = (dataDir: string, { user, most }: { user?: number | undefined; most?: number } = {}) => {
    const node = [process.execPath, program, '--json'];
    const [command = '', ...args] = most === undefined ? node : ['prlimit', `--fsize=${most}`, ...node];
    // Removes the variable with the folder of compiled code, because another user could not write to that folder.
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const env = { PATH, PORT: '0', DATA_DIR: dataDir, ...(user === undefined && { NODE_COMPILE_CACHE }) };
    const { status, stderr } = spawnSync(command, args, { env, uid: user, encoding: 'utf8', timeout: 150_000 });
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(status).toBe(1);
    return stderr;
  };

  test.skipIf(!hasPrlimit)('says that the disk is full', () => {
    expect(refused(makeTestDirectory(), { most: 4096 })).toMatch(/may be full\. Make room, or set DATA_DIR/);
  });

  test.skipIf(!hasPrlimit)('responds to fetches with a full disk, says what is full, and writes once there is room', async () => {
    const dataDir = join(makeTestDirectory(), 'data');
    const before = await startOwnProcess(dataDir);
    const { id } = (await before.create()).json;
    // Leaves a write-ahead log, which the next server must copy into the database before any other write.
    await before.end('SIGKILL');
    const log = join(makeTestDirectory(), 'log');
    // The limit, in blocks of 512 bytes, is less than the size of the database, but more than the size of the log's index.
    const server = await startOwnProcess(dataDir, {}, ['sh', '-c', `ulimit -S -f 80; exec "$@" 2>${log}`, 'sh']);
    await expectAll(server, [id]);
    expect(await createUntilRefused(server)).toEqual([]);
    expect(await server.ready()).toBe(503);
    expect(readFileSync(log, 'utf8')).toMatch(/DATA_DIR cannot be used: the disk .*full\. Make room; .* fetches work\./);
    limitFiles(server.pid, 'unlimited');
    expect((await server.create()).status).toBe(200);
    expect(await server.ready()).toBe(200);
  });

  test('says that another process keeps the database locked', async () => {
    const dataDir = makeTestDirectory();
    await (await startOwnProcess(dataDir)).end('SIGTERM');
    const other = new Database(join(dataDir, 'payments.db'));
    other.exec('BEGIN IMMEDIATE');
    expect(refused(dataDir)).toMatch(/another process keeps it locked\. Stop that process/);
    other.close();
  });

  test.skipIf(!canStartAsUser)('says that it cannot write the database, or its directory', async () => {
    const dataDir = join(makeTestDirectory(), 'data');
    mkdirSync(dataDir);
    await (await startOwnProcess(dataDir)).end('SIGTERM');
    chmodSync(join(dataDir, '..'), 0o755);
    if (isRoot) for (const name of ['', ...readdirSync(dataDir)]) chownSync(join(dataDir, name), nobody, nobody);
    chmodSync(join(dataDir, 'payments.db'), 0o400);
    expect(refused(dataDir, { user })).toMatch(/cannot be opened for writing\. Allow this user/);
    chmodSync(join(dataDir, 'payments.db'), 0o600);
    chmodSync(dataDir, 0o500);
    expect(refused(dataDir, { user })).toMatch(/data directory .* cannot be used: it cannot be written/);
    chmodSync(dataDir, 0o700);
  });
});

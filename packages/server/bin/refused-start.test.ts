/** Tests that a server that cannot start prints the reason in one sentence. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readCommand } from '../src/commands/read-command.ts';
import { StartError } from '../src/errors/start-error.ts';
import { UsageError } from '../src/errors/usage-error.ts';
import { startServer } from '../src/start/start-server.ts';
import { listen } from '../testing/listen.ts';
import { runCommand } from '../testing/process/start-child.ts';
import { makeTestDirectory } from '../testing/start-test-server.ts';

describe('the reason why the server cannot start is printed in one sentence', () => {
  type Refused = [code: number, sentence: RegExp, args: readonly string[], env?: Record<string, string>];

  function expectSentence(said: string, sentence: RegExp): void {
    expect(said).toMatch(sentence);
    expect(said).not.toMatch(/^ +at |Error:/m);
    expect(said.trimEnd().split('\n')).toHaveLength(1);
  }

  /** Expects a process to end on its own with this exit code and sentence. Nothing that it has opened may keep it running. */
  async function refused(...[code, sentence, args, env = {}]: Refused): Promise<void> {
    const ended = await runCommand('server.ts', args, { PORT: '0', DATA_DIR: makeTestDirectory(), ...env });
    expect([ended.code, ended.out]).toEqual([code, '']);
    expectSentence(ended.err, sentence);
  }

  /** Like `refused`, but starts the server in this process, which is faster. Expects the error that causes this exit code. */
  async function refusedAtStart(...[code, sentence, args, env]: Refused): Promise<void> {
    const start = async () => startServer(readCommand(args, { PORT: '0', DATA_DIR: makeTestDirectory(), ...env }).settings);
    const error = await start().then(
      (server) => server.close(),
      (error: Error) => error,
    );
    expect(error).toBeInstanceOf(code === 2 ? UsageError : StartError);
    expectSentence((error as Error).message, sentence);
  }

  test.each(['http', '70000', '-1', '80.5', '1e3'])('PORT=%s', async (port) => {
    await refusedAtStart(2, /^PORT is ".*", which is not a port/, [], { PORT: port });
  });

  test('an unknown option', () => refused(2, /--jsn/, ['--jsn']));
  test('a stray argument', () => refusedAtStart(2, /start/, ['start']));

  test('a port in use', async () => {
    const port = await listen(createServer());
    await refused(1, new RegExp(`port ${port}: the port is in use`), [], { PORT: String(port) });
  });

  test('a host that is not this machine', () => refused(1, /not an address of this machine/, [], { HOST: '192.0.2.1' }));

  test('a DATA_DIR that is a file, or is below a file', async () => {
    const file = join(makeTestDirectory(), 'file');
    writeFileSync(file, '');
    await refusedAtStart(1, /a file is in its place/, [], { DATA_DIR: file });
    await refusedAtStart(1, /a file is in its place/, [], { DATA_DIR: join(file, 'below') });
  });

  test('a DATA_DIR that cannot be made', () =>
    refusedAtStart(1, /data directory \/proc\/nothing\/here/, [], { DATA_DIR: '/proc/nothing/here' }));

  test.skipIf(process.getuid?.() === 0)('a DATA_DIR that cannot be written', async () => {
    const directory = makeTestDirectory();
    chmodSync(directory, 0o500);
    await refusedAtStart(1, /it cannot be written/, [], { DATA_DIR: directory });
  });

  test('a database file with other contents, which stays unchanged', async () => {
    const directory = makeTestDirectory();
    const file = join(directory, 'payments.db');
    writeFileSync(file, 'my diary, which is no database at all\n'.repeat(200));
    const before = readFileSync(file);
    await refused(1, /payments\.db cannot be used: it is not an SQLite database/, [], { DATA_DIR: directory });
    expect(readFileSync(file)).toEqual(before);
  });

  test('the database of another program, which stays unchanged', async () => {
    const directory = makeTestDirectory();
    const other = new Database(join(directory, 'payments.db'));
    other.exec('CREATE TABLE diary (day TEXT)');
    other.close();
    await refusedAtStart(1, /it is the database of another program/, [], { DATA_DIR: directory });
    const after = new Database(join(directory, 'payments.db'));
    onTestFinished(() => void after.close());
    expect(after.pragma('journal_mode', { simple: true })).toBe('delete');
    expect(after.prepare('SELECT name FROM sqlite_schema').pluck().all()).toEqual(['diary']);
  });

  test('a database that is a directory', async () => {
    const directory = makeTestDirectory();
    mkdirSync(join(directory, 'payments.db'));
    await refusedAtStart(1, /it cannot be opened for writing/, [], { DATA_DIR: directory });
  });

  test.each(['', ' ', 'secret', 'c2hvcnQ='])('a CALLBACK_KEY of %o', async (text) => {
    await refusedAtStart(2, /^CALLBACK_KEY is not (set|a key).*openssl rand -base64 32/, [], { CALLBACK_KEY: text });
  });

  const damaged = /sandbox\.json is damaged\. Restore it, or delete it/;

  test.each(['', '{', '{}', '{"token":"pi_test_x"}'])('a key file that holds %o', async (text) => {
    const directory = makeTestDirectory();
    writeFileSync(join(directory, 'sandbox.json'), text);
    await refusedAtStart(1, damaged, [], { DATA_DIR: directory });
  });

  test('a key file that holds null, when the database is open', async () => {
    const directory = makeTestDirectory();
    writeFileSync(join(directory, 'sandbox.json'), 'null');
    await refused(1, damaged, [], { DATA_DIR: directory });
  });
});

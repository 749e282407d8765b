import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { makeTestDirectory } from '../../testing/start-test-server.ts';
import { backUpDatabase } from './back-up-database.ts';

test('a copy is made despite writes in between, has the state of one moment, and gets its name when it is complete', async () => {
  const directory = makeTestDirectory();
  const from = join(directory, 'from.db');
  const to = join(directory, 'to.db');
  const db = new Database(from);
  onTestFinished(() => void db.close());
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = OFF');
  db.exec('CREATE TABLE notes (id INTEGER PRIMARY KEY, text BLOB)');
  const insert = db.prepare('INSERT INTO notes (text) VALUES (randomblob(4000))');
  // Makes the database much larger than the pages that SQLite copies in one step.
  db.transaction(() => {
    for (let rows = 0; rows < 1000; rows++) insert.run();
  })();
  let written = 0;
  let isOver = false;
  let wasHalf = false;
  const write = () => {
    if (isOver || written === 2000) return;
    // The process may be killed at any moment, so `to` must not exist before the copy is complete.
    wasHalf ||= existsSync(to);
    insert.run();
    written += 1;
    setImmediate(write);
  };
  write();
  await backUpDatabase(from, to);
  isOver = true;
  expect(written).toBeLessThan(2000);
  expect(wasHalf).toBe(false);
  expect(readdirSync(directory).filter((name) => name.startsWith('to.'))).toEqual(['to.db']);
  expect(statSync(to).mode & 0o077).toBe(0);
  const copy = new Database(to, { readonly: true });
  onTestFinished(() => void copy.close());
  expect(copy.prepare('SELECT count(*) FROM notes').pluck().get()).toBe(1001);
});

/** Tests that waiting jobs share a commit, and that each job is stored completely or not at all. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { makeTestDirectory } from '../../testing/make-test-directory.ts';
import { shareCommits } from './share-commits.ts';

function open() {
  const file = join(makeTestDirectory(), 'db');
  const [db, other] = [new DatabaseSync(file), new DatabaseSync(file)];
  onTestFinished(() => {
    for (const one of [db, other]) one.close();
  });
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (n INTEGER UNIQUE)');
  const said: string[] = [];
  const share = shareCommits({
    exec: (sql) => {
      said.push(sql);
      db.exec(sql);
    },
    get isTransaction() {
      return db.isTransaction;
    },
  });
  const insert = (n: number) => share(async () => void db.exec(`INSERT INTO t VALUES (${n})`));
  const rows = other.prepare('SELECT n FROM t ORDER BY n');
  const kept = () => rows.all().map(({ n }) => n);
  return { db, other, said, share, insert, kept };
}

test('jobs that wait together share a commit, and resolve when other connections see them', async () => {
  const { said, insert, kept } = open();
  await Promise.all([insert(1).then(() => expect(kept()).toEqual([1, 2, 3])), insert(2), insert(3)]);
  expect(said.filter((sql) => sql === 'COMMIT')).toHaveLength(1);
});

test('more jobs than fit into a group are all stored, in several commits', async () => {
  const { said, insert, kept } = open();
  await Promise.all(Array.from({ length: 300 }, (_, n) => insert(n)));
  expect(kept()).toHaveLength(300);
  expect(said.filter((sql) => sql === 'COMMIT')).toHaveLength(3);
});

test('a job that throws is undone, and no other job is', async () => {
  const { db, share, insert, kept } = open();
  const halfway = share(async () => {
    db.exec('INSERT INTO t VALUES (2)');
    await Promise.resolve();
    throw new Error('halfway');
  });
  const ended = await Promise.allSettled([insert(1), halfway, insert(1), insert(3)]);
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(kept()).toEqual([1, 3]);
});

test('if the transaction cannot begin or is ended by SQLite, every job rejects, and the next group works', async () => {
  const { db, other, share, insert, kept } = open();
  other.exec('BEGIN IMMEDIATE');
  const refused = await Promise.allSettled([insert(1), insert(2)]);
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  other.exec('ROLLBACK');
  const full = share(async () => {
    db.exec('ROLLBACK');
    throw new Error('The disk is full.');
  });
  const ended = await Promise.allSettled([insert(3), full, insert(4)]);
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(kept()).toEqual([]);
  await insert(5);
  expect(kept()).toEqual([5]);
});

test('a commit that fails is undone immediately, so that it does not lock out other connections', async () => {
  const { db, other, share, kept } = open();
  db.exec('PRAGMA foreign_keys = ON; CREATE TABLE child (n REFERENCES t (n) DEFERRABLE INITIALLY DEFERRED)');
  const orphan = share(async () => db.exec('INSERT INTO child VALUES (7)'));
  await expect(orphan).rejects.toThrow('FOREIGN KEY');
  other.exec('INSERT INTO t VALUES (1)');
  expect(kept()).toEqual([1]);
});

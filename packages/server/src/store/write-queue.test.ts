import { expect, onTestFinished, test } from 'vitest';
import { makeTestDirectory } from '../../testing/start-test-server.ts';
import { openDatabase } from './open-database.ts';
import { createWriteQueue } from './write-queue.ts';

function openQueue() {
  const db = openDatabase(`${makeTestDirectory()}/payments.db`);
  onTestFinished(() => void db.close());
  const writes = createWriteQueue(db, () => undefined);
  /** Reads the current `synchronous` level: with 2, the commit waits for the disk; with 1, it does not. */
  const readLevel = () => db.pragma('synchronous', { simple: true });
  return { db, writes, readLevel };
}

test('a commit waits for the disk unless nothing in it must survive a power cut', async () => {
  const { writes, readLevel } = openQueue();
  expect(await writes.run(readLevel)).toBe(2);
  expect(await writes.run(readLevel, 'process')).toBe(1);
  expect(await writes.run(readLevel)).toBe(2);
  expect(await Promise.all([writes.run(readLevel, 'process'), writes.run(readLevel)])).toEqual([2, 2]);
});

test('a failed commit does not affect the next one', async () => {
  const { db, writes, readLevel } = openQueue();
  const fail = () => {
    db.exec('ROLLBACK');
    throw new Error('the disk is full');
  };
  await expect(writes.run(fail, 'process')).rejects.toThrow('the disk is full');
  expect(await writes.run(readLevel)).toBe(2);
  await expect(writes.run(fail)).rejects.toThrow('the disk is full');
  expect(await writes.run(readLevel, 'process')).toBe(1);
});

test('if one write fails, the others are committed once, with their effects, and the failed one has no effect', async () => {
  const { db, writes } = openQueue();
  const told: string[] = [];
  const insert = (id: string) => {
    db.prepare('INSERT INTO accounts (id) VALUES (?)').run(id);
    writes.afterCommit(() => told.push(id));
    if (id === 'acc_2') throw new Error('no');
  };
  const ends = await Promise.allSettled(['acc_1', 'acc_2', 'acc_3'].map((id) => writes.run(() => insert(id))));
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(db.prepare('SELECT id FROM accounts').pluck().all()).toEqual(['acc_1', 'acc_3']);
  expect(told).toEqual(['acc_1', 'acc_3']);
});

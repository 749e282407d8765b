import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { makeTestDirectory } from '../testing/start-test-server.ts';
import { openDatabase } from './open-database.ts';
import { createSharedRead } from './shared-read.ts';
import { createWriteQueue } from './write-queue.ts';

function openTwice() {
  const file = `${makeTestDirectory()}/payments.db`;
  const [ours, theirs] = [openDatabase(file), openDatabase(file)];
  onTestFinished(() => {
    ours.close();
    theirs.close();
  });
  return { db: ours, beginRead: createSharedRead(ours), addElsewhere: (id: string) => insert(theirs, id) };
}

const insert = (db: ReturnType<typeof openDatabase>, id: string) => db.prepare('INSERT INTO accounts (id) VALUES (?)').run(id);
const list = (db: ReturnType<typeof openDatabase>) => db.prepare('SELECT id FROM accounts ORDER BY id').pluck().all();

test('the reads of a turn see one state, those of the next what others have written since', async () => {
  const { db, beginRead, addElsewhere } = openTwice();
  beginRead();
  expect(list(db)).toEqual([]);
  addElsewhere('acc_1');
  beginRead();
  expect(list(db)).toEqual([]);
  await nextTurn();
  expect(db.inTransaction).toBe(false);
  beginRead();
  expect(list(db)).toEqual(['acc_1']);
});

test('writes of the same turn are committed, and seen by what is read after them', async () => {
  const { db, beginRead, addElsewhere } = openTwice();
  const writes = createWriteQueue(db, () => undefined);
  beginRead();
  expect(list(db)).toEqual([]);
  addElsewhere('acc_1');
  const written = writes.run(() => insert(db, 'acc_2').changes);
  beginRead();
  expect(await written).toBe(1);
  beginRead();
  expect(list(db)).toEqual(['acc_1', 'acc_2']);
});

test('the end of a turn commits nothing that a write has left open', async () => {
  const { db, beginRead } = openTwice();
  beginRead();
  insert(db, 'acc_1');
  await nextTurn();
  expect(list(db)).toEqual([]);
});

test('reads of one state have its number, which ends with a write and with the turn', async () => {
  const { db, beginRead } = openTwice();
  const writes = createWriteQueue(db, () => undefined);
  const first = beginRead();
  expect(first).toBeTypeOf('number');
  expect(beginRead()).toBe(first);
  const written = writes.run(() => insert(db, 'acc_1').changes).then(() => beginRead());
  expect(await written).not.toBe(first);
  await nextTurn();
  expect(beginRead()).not.toBe(first);
});

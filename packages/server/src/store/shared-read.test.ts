import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { makeTestDirectory } from '../../testing/start-test-server.ts';
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

/** Begins two reads, as one request may, and returns the ids of all accounts. */
function readAsOne({ db, beginRead }: Pick<ReturnType<typeof openTwice>, 'db' | 'beginRead'>): unknown[] {
  beginRead();
  beginRead();
  return list(db);
}

test('further reads in a turn see the same state, and reads in the next turn see what others have written', async () => {
  const { db, beginRead, addElsewhere } = openTwice();
  expect(readAsOne({ db, beginRead })).toEqual([]);
  expect(db.inTransaction).toBe(false);
  beginRead();
  expect(list(db)).toEqual([]);
  addElsewhere('acc_1');
  beginRead();
  expect(list(db)).toEqual([]);
  await nextTurn();
  expect(db.inTransaction).toBe(false);
  expect(readAsOne({ db, beginRead })).toEqual(['acc_1']);
});

test('writes in the same turn are committed, and later reads see them', async () => {
  const { db, beginRead, addElsewhere } = openTwice();
  const writes = createWriteQueue(db, () => undefined);
  readAsOne({ db, beginRead });
  beginRead();
  expect(list(db)).toEqual([]);
  addElsewhere('acc_1');
  const written = writes.run(() => insert(db, 'acc_2').changes);
  beginRead();
  expect(await written).toBe(1);
  beginRead();
  expect(list(db)).toEqual(['acc_1', 'acc_2']);
});

test('the end of a turn does not commit what an unfinished write has left', async () => {
  const { db, beginRead } = openTwice();
  readAsOne({ db, beginRead });
  beginRead();
  insert(db, 'acc_1');
  await nextTurn();
  expect(list(db)).toEqual([]);
});

test('each turn has its own number', async () => {
  const { beginRead } = openTwice();
  const first = beginRead();
  expect([beginRead(), beginRead(), beginRead()]).toEqual([first, first, first]);
  await nextTurn();
  expect(beginRead()).not.toBe(first);
});

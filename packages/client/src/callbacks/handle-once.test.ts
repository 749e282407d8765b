import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { createMemoryEventStore, createSqlEventStore, type EventStore, eventTableSql, handleOnce, type Query } from './index.ts';

const event = { webhookId: 'evt_1' };
let time = 0;

function openDatabase(): { query: Query; database: DatabaseSync } {
  const database = new DatabaseSync(':memory:');
  database.exec(eventTableSql());
  return { database, query: async (sql, values) => database.prepare(sql).all(...values) as Record<string, unknown>[] };
}

const stores: [string, () => EventStore][] = [
  ['in memory', () => createMemoryEventStore()],
  ['in SQLite', () => createSqlEventStore(openDatabase().query, { now: () => time })],
];

describe.each(stores)('with a store %s', (_, makeStore) => {
  test('an event is handled once, however often it comes', async () => {
    const store = makeStore();
    let handled = 0;
    const outcomes = [];
    for (const _again of [1, 2, 3]) outcomes.push(await handleOnce(event, store, () => ++handled));
    expect([outcomes, handled]).toEqual([['handled', 'repeated', 'repeated'], 1]);
    expect(await handleOnce({ webhookId: 'evt_2' }, store, () => ++handled)).toBe('handled');
  });

  test('one that comes twice at the same time is handled by one of them', async () => {
    const store = makeStore();
    let end: () => void = () => undefined;
    const first = handleOnce(event, store, () => new Promise<void>((resolve) => (end = resolve)));
    await expect.poll(() => handleOnce(event, store, () => expect.fail('was handled twice'))).toBe('busy');
    end();
    expect(await first).toBe('handled');
  });

  test('one whose handler failed is handled when it comes again', async () => {
    const store = makeStore();
    const failure = new Error('the database is away');
    await expect(handleOnce(event, store, () => Promise.reject(failure))).rejects.toBe(failure);
    expect(await handleOnce(event, store, () => undefined)).toBe('handled');
  });
});

test('in memory, one that is being handled is never forgotten for others', async () => {
  const store = createMemoryEventStore({ size: 2 });
  expect(await store.claim('evt_slow')).toBe('mine');
  for (const id of ['evt_2', 'evt_3', 'evt_4']) await handleOnce({ webhookId: id }, store, () => undefined);
  expect(await store.claim('evt_slow')).toBe('busy');
  await store.finish('evt_slow');
  expect(await store.claim('evt_slow')).toBe('done');
  // The store is full, so it has forgotten the event that was handled first.
  expect(await store.claim('evt_2')).toBe('mine');
});

test('SQL: an event whose handler never ended is claimed again after its lease', async () => {
  time = 0;
  const store = createSqlEventStore(openDatabase().query, { now: () => time, leaseSeconds: 60 });
  expect(await store.claim('evt_1')).toBe('mine');
  time = 60_000;
  expect(await store.claim('evt_1')).toBe('busy');
  time = 60_001;
  expect(await store.claim('evt_1')).toBe('mine');
  expect(await store.claim('evt_1')).toBe('busy');
});

test('SQL: in one transaction with the change, a crash before its end undoes both', async () => {
  const { database, query } = openDatabase();
  database.exec('CREATE TABLE orders (id TEXT)');
  const attempt = async (crash: boolean) => {
    database.exec('BEGIN');
    await handleOnce(event, createSqlEventStore(query), () => database.exec("INSERT INTO orders VALUES ('1042')"));
    database.exec(crash ? 'ROLLBACK' : 'COMMIT');
  };
  await attempt(true);
  await attempt(false);
  await attempt(false);
  expect(database.prepare('SELECT count(*) AS count FROM orders').get()).toEqual({ count: 1 });
});

test('SQL: parameters are numbered for PostgreSQL, and a table’s name is no SQL', async () => {
  const seen: [string, unknown[]][] = [];
  const query: Query = async (sql, values) => {
    seen.push([sql, values]);
    return [{ id: 'evt_1' }];
  };
  await createSqlEventStore(query, { placeholder: '$1', table: 'shop.events', now: () => 5000 }).claim('evt_1');
  expect(seen[0]?.[0]).toContain('INSERT INTO shop.events (id, claimed_at, done) VALUES ($1, $2, 0)');
  expect(seen[0]?.[0]).toContain('claimed_at < $3 RETURNING id');
  expect(seen[0]?.[1]).toEqual(['evt_1', 5000, -295_000]);
  expect(() => createSqlEventStore(query, { table: 'a; DROP TABLE b' })).toThrow(TypeError);
});

test('memory: forgets the oldest before it fills up', async () => {
  const store = createMemoryEventStore({ size: 2 });
  for (const webhookId of ['a', 'b', 'c']) await handleOnce({ webhookId }, store, () => undefined);
  expect([await store.claim('b'), await store.claim('c'), await store.claim('a')]).toEqual(['done', 'done', 'mine']);
});

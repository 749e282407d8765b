/** Tests several servers with the same database, which only PostgreSQL supports. */
import { randomBytes } from 'node:crypto';
import type { Decision, Invoice, ReceiptFacts } from '@payment-invoice/kit/lifecycle';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeTestDatabase, openTestStore, payCents, runIn, sketchInvoice, startTime } from '../../../testing/open-test-store.ts';
import type { Store } from '../store.ts';
import { openPostgresStore } from './postgres-store.ts';
import { steps } from './steps.ts';

const describeNothing = () => ({ id: `evt_${randomBytes(8).toString('hex')}`, body: Buffer.from('{}') });

/** Opens several stores in one database, as several servers would. `level` is their transactions' default isolation level. */
async function openStores(count: number, level = 'read committed') {
  const { settings, store: first, query } = await openTestStore('PostgreSQL');
  const url = new URL(settings.databaseUrl ?? '');
  url.searchParams.set('options', `-c default_transaction_isolation=${level.replace(' ', '\\ ')}`);
  const stores = await Promise.all(Array.from({ length: count }, () => openPostgresStore(url.href, describeNothing)));
  onTestFinished(async () => {
    for (const store of [first, ...stores]) await store.close();
  });
  return { stores, query };
}

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

describe('several servers on one database', () => {
  test('that start at the same time on an empty one make its tables once', async () => {
    const url = await makeTestDatabase(true);
    const stores = await Promise.all(Array.from({ length: 8 }, () => openPostgresStore(url, describeNothing)));
    const kept = await Promise.all(stores.map((store, index) => store.keepIdentity(`identity ${index}`)));
    expect(new Set(kept).size).toBe(1);
    const modes = await Promise.all(stores.map((store, index) => store.keepMode(index % 2 === 0 ? 'live' : 'sandbox')));
    expect(new Set(modes).size).toBe(1);
    await Promise.all(stores.map((store) => store.close()));
    expect(await runIn(url, 'SELECT * FROM payment_invoice_schema')).toEqual([
      { version: steps.length, readable_from: steps.at(-1)?.readableFrom },
    ]);
  });

  test('make one invoice for an idempotency key that is sent to all of them 200 times', async () => {
    const { stores, query } = await openStores(4);
    const ask = (index: number) => {
      const claim = { operation: 'createPayment', key: `k${index % 10}`, fingerprint: Buffer.from('a') };
      return pick(stores, index).createInvoice(sketchInvoice(), { ...claim, response: Buffer.from(`response ${index}`) });
    };
    const results = await Promise.all(Array.from({ length: 200 }, (_, index) => ask(index)));
    expect(results.filter(({ kind }) => kind === 'created')).toHaveLength(10);
    const replayed = results.flatMap((result, index) => (result.kind === 'replayed' ? `${index % 10} ${result.response}` : []));
    expect(new Set(replayed).size).toBe(10);
    expect(await query('SELECT count(*) AS invoices FROM invoices')).toEqual([{ invoices: 10 }]);
    // Each batch adds rows with counts, and the store returns their sum.
    expect(await stores[0]?.count()).toMatchObject({ invoices: { PENDING: 10 } });
  });

  test('count a receipt for only one of 50 invoices, even if it is submitted for all at the same time', async () => {
    const { stores, query } = await openStores(4);
    const note = sketchInvoice();
    const invoices = Array.from({ length: 50 }, () => sketchInvoice());
    await Promise.all(invoices.map((invoice, index) => pick(stores, index).createInvoice(invoice)));
    const settled = await Promise.allSettled(
      invoices.map((invoice, index) => {
        // Two servers may decide simultaneously that the receipt is new. Only the store can prevent it from paying two invoices.
        const receipt = { receiptId: 'one', amount: 1000, paymentStatus: 'completed', paidAt: startTime };
        const key = { hash: Buffer.from('one'), receiptId: 'one' };
        const decide = (facts: ReceiptFacts): Decision =>
          facts.sameId ? { kind: 'refused', why: 'receipt_already_used' } : { kind: 'changed', invoice: paid(facts.invoice) };
        return pick(stores, index).applyReceipt('acc_1', invoice.id, key, receipt, startTime, decide);
      }),
    );
    const kinds = settled.map((result) => (result.status === 'fulfilled' ? result.value?.decision.kind : 'failed'));
    expect(kinds.filter((kind) => kind === 'changed')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'refused')).toHaveLength(49);
    expect(await query("SELECT count(*) AS paid FROM invoices WHERE status = 'PAID'")).toEqual([{ paid: 1 }]);
    expect(note.status).toBe('PENDING');
  });

  test.each(['read committed', 'serializable'])(
    'keep sums, sequences and events exact while all pay and expire at the same time, at %s',
    async (level) => {
      const { stores, query } = await openStores(4, level);
      const invoices = Array.from({ length: 12 }, (_, index) => sketchInvoice(index % 3 === 0 ? { expiresAt: startTime } : {}));
      await Promise.all(invoices.map((invoice, index) => pick(stores, index).createInvoice(invoice)));
      // The receipts are submitted twice, in opposite orders and to different servers.
      const payments = invoices.flatMap((invoice, at) =>
        Array.from({ length: 8 }, (_, part) => ({ invoice, receiptId: `r${at}-${part}` })),
      );
      await Promise.all([
        ...payments.map(({ invoice, ...rest }, index) => payCents(pick(stores, index), invoice, 150, rest)),
        ...payments.toReversed().map(({ invoice, ...rest }, index) => payCents(pick(stores, index + 1), invoice, 150, rest)),
        ...stores.map((store) => store.expireDue(startTime, 100)),
      ]);
      const rows = await query(`
      SELECT i.status, i.sequence, i.paid_cents, (SELECT CAST(sum(amount_cents) AS bigint) FROM receipts r WHERE r.invoice_id = i.id) AS sum,
        (SELECT CAST(string_agg(CAST(sequence AS text), ',' ORDER BY sequence) AS text) FROM outbox o WHERE o.invoice_id = i.id) AS events
      FROM invoices i ORDER BY i.expires_at`);
      for (const row of rows)
        expect(row).toEqual(
          row.status === 'EXPIRED'
            ? { status: 'EXPIRED', sequence: 1, paid_cents: null, sum: null, events: '1' }
            : { status: 'PAID', sequence: 7, paid_cents: 1050, sum: 1050, events: '1,2,3,4,5,6,7' },
        );
      expect(rows.map(({ status }) => status)).toEqual([...Array(4).fill('EXPIRED'), ...Array(8).fill('PAID')]);
      expect(await stores[0]?.count()).toMatchObject({ invoices: { PENDING: 0, UNDER_PAID: 0, PAID: 8, EXPIRED: 4 } });
    },
  );

  test('claim each event once, and no longer own an event after its lease is lost', async () => {
    const { stores, query } = await openStores(3);
    const [one, two] = stores as [Store, Store];
    const host = 'shop.example';
    for (let i = 0; i < 30; i++) {
      const invoice = sketchInvoice();
      await one.createInvoice(invoice);
      await payCents(one, invoice, 1000);
    }
    const claim = (store: Store, now: number) => store.claimEvents([{ host, limit: 20 }], now, now + 30_000);
    const claims = await Promise.all(stores.map((store) => claim(store, startTime)));
    const ids = claims.flatMap(({ events }) => events.map(({ id }) => id));
    expect(ids).toHaveLength(new Set(ids).size);
    const [mine] = claims.map(({ events }) => events).find((events) => events.length > 0) ?? [];
    const owner = claims.findIndex(({ events }) => events.some(({ id }) => id === mine?.id));
    const [slow, other] = [pick(stores, owner), pick(stores, owner + 1)];
    // Both leases end at the same time, so that they differ only in their owners.
    const again = await other.claimEvents([{ host, limit: 100 }], startTime + 30_000, startTime + 60_000);
    const taken = again.events.find(({ id }) => id === mine?.id);
    if (!taken) throw new Error('The event was not claimed again.');
    const row = () => query(`SELECT attempts, next_at, settled_at FROM outbox WHERE id = '${taken.id}'`);
    const leased = [{ attempts: 0, next_at: startTime + 60_000, settled_at: null }];
    await slow.releaseEvents([taken], startTime + 31_000);
    expect(await row()).toEqual(leased);
    const decision = { kind: 'retry', at: startTime, reason: 'timeout' } as const;
    await slow.recordAttempts([{ event: taken, decision }], startTime + 31_000);
    expect(await row()).toEqual(leased);
    await other.recordAttempts([{ event: taken, decision: { kind: 'delivered' } }], startTime + 32_000);
    expect(await row()).toEqual([{ attempts: 1, next_at: startTime + 60_000, settled_at: startTime + 32_000 }]);
    expect(two.isShared).toBe(true);
  });

  test('claim no event of an invoice while a 410 for it is being recorded', async () => {
    const { stores } = await openStores(1);
    const [store] = stores as [Store];
    for (let time = 0; time < 5; time++) {
      const invoice = sketchInvoice();
      await store.createInvoice(invoice);
      for (let part = 0; part < 3; part++) await payCents(store, invoice, 100);
      const claim = () => store.claimEvents([{ host: 'shop.example', limit: 9 }], startTime, startTime + 30_000);
      const { events } = await claim();
      const [first, ...others] = events;
      if (!first) throw new Error('Nothing was claimed.');
      // Makes the three calls in the same turn of the event loop, as the dispatcher does.
      const [, , again] = await Promise.all([
        store.recordAttempts([{ event: first, decision: { kind: 'gone', reason: 'status 410' } }], startTime),
        store.releaseEvents(others, startTime),
        claim(),
      ]);
      expect(again.events).toEqual([]);
    }
  });

  test('count requests together, each with its own number', async () => {
    const { stores } = await openStores(3);
    const counters = stores.map((store) => store.makeCounter('create', 60_000));
    const counts = await Promise.all(Array.from({ length: 90 }, (_, index) => pick(counters, index).add(`acc_${index % 2}`)));
    for (const account of [0, 1]) {
      const mine = counts.filter((_, index) => index % 2 === account).map(({ count }) => count);
      expect(mine.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 45 }, (_, index) => index + 1));
    }
    for (const { left } of counts) expect(left).toBeGreaterThan(0);
    expect(await counters[1]?.add('acc_1')).toMatchObject({ count: 46 });
    expect(await counters[1]?.add('acc_\0')).toMatchObject({ count: 1 });
    const short = stores[0]?.makeCounter('short', 0);
    expect([await short?.add('a'), await short?.add('a')]).toMatchObject([{ count: 1 }, { count: 1 }]);
  });

  test('delete expired counts, except for one that a request is using', async () => {
    const { store, query, settings } = await openTestStore('PostgreSQL');
    await query(`INSERT INTO rates SELECT decode(md5(n::text), 'hex'), 1, CASE n WHEN 1 THEN 9000000000000 ELSE n END
      FROM generate_series(1, 12000) n`);
    const other = new Client({ connectionString: settings.databaseUrl });
    await other.connect();
    onTestFinished(() => other.end());
    await other.query("BEGIN; UPDATE rates SET count = 2 WHERE key = decode(md5('7'), 'hex')");
    await store.enterServers();
    await other.query('COMMIT');
    expect(await query('SELECT count::int FROM rates ORDER BY count')).toEqual([{ count: 1 }, { count: 2 }]);
  });

  test('know how many servers there are', async () => {
    const { stores } = await openStores(3);
    const [one, two, three] = stores as [Store, Store, Store];
    expect(await one.countServers()).toBe(0);
    expect([await one.enterServers(), await two.enterServers()]).toEqual([1, 2]);
    expect(await three.countServers()).toBe(2);
    await one.close();
    expect(await three.countServers()).toBe(1);
  });

  test('revoke a token and rotate a secret for each other', async () => {
    const { stores } = await openStores(4);
    const sealed = (index: number) => ({ id: `sec_${index}`, sealed: Buffer.from([index]), createdAt: startTime });
    await Promise.all(stores.map((store, index) => store.rotateSecret('acc_1', sealed(index), 1_000)));
    const secrets = await stores[0]?.readSecrets('acc_1', startTime);
    expect(secrets?.filter(({ endsAt }) => endsAt === null)).toHaveLength(1);
    expect(secrets).toHaveLength(4);
    const hash = randomBytes(32);
    const token = { id: 'tok_1', accountId: 'acc_1', scopes: [], label: null, createdAt: 1, expiresAt: null, revokedAt: null };
    await stores[0]?.saveToken(token, hash);
    expect(await stores[1]?.findToken(hash)).toMatchObject({ id: 'tok_1', mode: 'test', revokedAt: null });
    await stores[1]?.revokeToken('tok_1', 5);
    expect(await stores[2]?.revokeToken('tok_1', 9)).toMatchObject({ revokedAt: 5 });
    expect(await stores[3]?.findToken(hash)).toMatchObject({ revokedAt: 5 });
  });
});

test('a text with NUL, which PostgreSQL cannot store, is never found and never saved', async () => {
  const { store } = await openTestStore('PostgreSQL');
  expect(await store.readInvoice('acc_1', 'inv_\0', startTime)).toBeUndefined();
  expect(await store.readPublicInvoice('\0', startTime)).toBeUndefined();
  const key = { hash: Buffer.from('x'), receiptId: 'a\0b' };
  expect(await store.readReceiptFacts('acc_1', 'inv_\0', key, startTime)).toBeUndefined();
  const invoice = sketchInvoice();
  await store.createInvoice(invoice);
  expect(await store.readReceiptFacts('acc_1', invoice.id, key, startTime)).toMatchObject({ invoice, sameId: undefined });
  const invoices = [sketchInvoice({ note: 'a\0' }), sketchInvoice()];
  const results = await Promise.allSettled(invoices.map((one) => store.createInvoice(one)));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});

test('uses the clock of the database', async () => {
  const { store, query } = await openTestStore('PostgreSQL');
  const [row] = await query('SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint) AS time');
  expect(Math.abs(store.now() - row.time)).toBeLessThan(1_000);
});

const paid = (invoice: Invoice): Invoice => ({ ...invoice, status: 'PAID', paidAmount: 1000, sequence: invoice.sequence + 1 });

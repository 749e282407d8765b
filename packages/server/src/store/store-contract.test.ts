import { keyLifetime } from '@payment-invoice/kit/idempotency';
import type { Decision } from '@payment-invoice/kit/lifecycle';
import { describe, expect, test } from 'vitest';
import { openTestStore, payCents, sketchInvoice, startTime, storeKinds } from '../../testing/open-test-store.ts';

describe.each(storeKinds)('on %s', (kind) => {
  describe('writes', () => {
    test('fail separately', async () => {
      const { store } = await openTestStore(kind);
      const [good, bad, alsoGood] = [sketchInvoice(), sketchInvoice({ amount: -1 }), sketchInvoice()];
      const results = await Promise.allSettled([good, bad, alsoGood].map((invoice) => store.createInvoice(invoice)));
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(await store.readInvoice('acc_1', bad.id, startTime)).toBeUndefined();
      expect(await store.readInvoice('acc_1', alsoGood.id, startTime)).toEqual(alsoGood);
    });

    test('a note that is already used is reported', async () => {
      const { store } = await openTestStore(kind);
      const first = sketchInvoice();
      expect(await store.createInvoice(first)).toEqual({ kind: 'created' });
      expect(await store.createInvoice(sketchInvoice({ note: first.note }))).toEqual({ kind: 'taken' });
    });
  });

  describe('a change', () => {
    test('is stored with its receipt and its event, which contains the invoice as a fetch returns it', async () => {
      const { store, query } = await openTestStore(kind);
      const invoice = sketchInvoice();
      await store.createInvoice(invoice);
      await payCents(store, invoice, 400, { paidAt: startTime + 1 });
      const paid = await payCents(store, invoice, 600, { paidAt: startTime + 2 });
      expect(paid?.invoice).toMatchObject({ status: 'PAID', paidAmount: 1000, sequence: 2 });
      const rows = (await query('SELECT * FROM outbox ORDER BY sequence')) as { id: string; body: Buffer; url: string }[];
      const part = { type: 'invoice.under_paid', timestamp: '2026-11-21T10:00:00.001Z', sequence: 1 };
      const whole = { type: 'invoice.paid', timestamp: '2026-11-21T10:00:00.002Z', sequence: 2 };
      expect(rows.map(({ body }) => JSON.parse(body.toString()))).toMatchObject([
        { ...part, data: { status: 'UNDER_PAID', paidAmount: 4 } },
        { ...whole, data: { status: 'PAID', paidAmount: 10 } },
      ]);
      expect(rows[0]?.url).toBe(invoice.callbackUrl);
      expect(new Set(rows.map(({ id }) => id)).size).toBe(2);
      expect(await store.count()).toMatchObject({ invoices: { PENDING: 0, PAID: 1 }, outbox: 2 });
    });

    test('that is undone leaves no event', async () => {
      const { store, query } = await openTestStore(kind);
      const [one, two] = [sketchInvoice(), sketchInvoice()];
      await store.createInvoice(one);
      await store.createInvoice(two);
      await payCents(store, one, 400, { receiptId: 'rcp_1' });
      // The receipt is already stored. So its insert fails, after the invoice and the event were written in the same transaction.
      const key = { hash: Buffer.from('x'), receiptId: 'rcp_1' };
      const record = { amount: 400, paymentStatus: 'completed', paidAt: startTime };
      const decide = (): Decision => ({ kind: 'changed', invoice: { ...two, status: 'PAID', sequence: 1 } });
      const forced = store.applyReceipt('acc_1', two.id, key, record, startTime, decide);
      await expect(forced).rejects.toThrow(/UNIQUE/);
      expect(await store.readInvoice('acc_1', two.id, startTime)).toEqual(two);
      expect(await query('SELECT count(*) AS rows FROM outbox')).toEqual([{ rows: 1 }]);
    });

    test('without a callback URL has no event', async () => {
      const { store, query } = await openTestStore(kind);
      const invoice = sketchInvoice({ callbackUrl: null });
      await store.createInvoice(invoice);
      await payCents(store, invoice, 1000);
      expect(await query('SELECT count(*) AS rows FROM outbox')).toEqual([{ rows: 0 }]);
    });

    test('by expiry is made by the first read or sweep, with one event', async () => {
      const { store, query } = await openTestStore(kind);
      const invoices = [sketchInvoice(), sketchInvoice(), sketchInvoice()];
      for (const invoice of invoices) await store.createInvoice(invoice);
      const end = startTime + 60_000;
      expect(await store.expireDue(end - 1, 10)).toBe(0);
      expect(await store.readInvoice('acc_1', invoices[0]?.id ?? '', end)).toMatchObject({ status: 'EXPIRED', sequence: 1 });
      expect(await store.expireDue(end, 1)).toBe(1);
      expect(await store.expireDue(end, 10)).toBe(1);
      expect(await store.expireDue(end, 10)).toBe(0);
      const counts = await query('SELECT count(*) AS events, count(DISTINCT invoice_id) AS invoices FROM outbox');
      expect(counts).toEqual([{ events: 3, invoices: 3 }]);
      expect(await store.count()).toMatchObject({ invoices: { PENDING: 0, EXPIRED: 3 } });
    });
  });

  describe('an idempotency key', () => {
    const claim = { operation: 'createPayment', key: 'k', fingerprint: Buffer.from('a'), response: Buffer.from('first') };

    test('returns the first response again, also to requests at the same time', async () => {
      const { store, query } = await openTestStore(kind);
      const results = await Promise.all([1, 2, 3].map(() => store.createInvoice(sketchInvoice(), claim)));
      const replay = { kind: 'replayed', response: Buffer.from('first') };
      // The results are sorted, because any of the three calls may have been first.
      expect(results.toSorted((one, other) => one.kind.localeCompare(other.kind))).toEqual([{ kind: 'created' }, replay, replay]);
      expect(await store.createInvoice(sketchInvoice(), { ...claim, fingerprint: Buffer.from('b') })).toEqual({ kind: 'reused' });
      expect(await store.createInvoice(sketchInvoice({ accountId: 'acc_2' }), claim)).toEqual({ kind: 'created' });
      expect(await query('SELECT count(*) AS rows FROM invoices')).toEqual([{ rows: 2 }]);
    });

    test('of a failed create can be used again', async () => {
      const { store } = await openTestStore(kind);
      await expect(store.createInvoice(sketchInvoice({ amount: -1 }), claim)).rejects.toThrow(/CHECK/i);
      expect(await store.createInvoice(sketchInvoice(), claim)).toEqual({ kind: 'created' });
    });

    test('is kept for a day, then deleted', async () => {
      const { store } = await openTestStore(kind);
      await store.createInvoice(sketchInvoice(), claim);
      const later = (ms: number) => sketchInvoice({ createdAt: startTime + ms });
      expect(await store.createInvoice(later(keyLifetime - 1), claim)).toMatchObject({ kind: 'replayed' });
      expect(await store.forgetKeys(startTime + keyLifetime - 1, 10)).toBe(0);
      expect(await store.createInvoice(later(keyLifetime), claim)).toEqual({ kind: 'created' });
      expect(await store.forgetKeys(startTime + 2 * keyLifetime, 10)).toBe(1);
    });
  });
});

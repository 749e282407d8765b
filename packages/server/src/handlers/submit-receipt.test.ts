/** Tests what clients cannot observe about submissions: calls to the verifier, and what simultaneous submissions store. */
import type { Verdict } from '@payment-invoice/kit/lifecycle';
import { describe, expect, test } from 'vitest';
import { chooseTestStore, type StoreKind, storeKinds } from '../../testing/open-test-store.ts';
import { type Json, startTestServer } from '../../testing/start-test-server.ts';

const submits = 60;

/** Starts the servers of a test: two if they can share the store, otherwise one. Requests go to them in turn. */
async function startRace(kind: StoreKind) {
  const { settings, query } = await chooseTestStore(kind);
  const first = await startTestServer(settings);
  const servers = kind === 'SQLite' ? [first] : [first, await startTestServer(settings)];
  let turn = 0;
  const next = () => servers[turn++ % servers.length] ?? first;
  return {
    create: first.create,
    pay: (id: string, amount: number) => next().pay(id, amount),
    submit: (id: string, receipt: string) => next().submit(id, receipt),
    fetch: (id: string) => next().fetch(id),
    /** Reads what is recorded about an invoice: the sum and number of its receipts, and the sequences of its events. */
    readBooks: async (id: string): Promise<{ sum: number | null; receipts: number; sequences: number[]; last: Json }> => {
      const [sums] = await query(
        `SELECT CAST(sum(CASE WHEN payment_status = 'completed' THEN amount_cents END) AS bigint) AS sum, count(*) AS receipts
         FROM receipts WHERE invoice_id = '${id}'`,
      );
      const events = await query(`SELECT sequence, body FROM outbox WHERE invoice_id = '${id}' ORDER BY sequence`);
      const body = events.at(-1)?.body;
      return {
        sum: sums.sum,
        receipts: sums.receipts,
        sequences: events.map(({ sequence }) => sequence),
        last: body && withoutOrigin(JSON.parse(String(body)).data),
      };
    },
  };
}

/** Removes the origin from the URL of the payment page, because each server in these tests has a different one. */
const withoutOrigin = (invoice: Json): Json => ({ ...invoice, paymentUrl: new URL(invoice.paymentUrl).pathname });

// Nothing listens on this port, so the events stay in the outbox, where the tests read them.
const callbackUrl = 'http://127.0.0.1:9/';

describe.each(storeKinds)('on %s', (kind) => {
  test('a receipt that is submitted sixty times at the same time counts once and is reported once', async () => {
    const server = await startRace(kind);
    const { id } = await server.create({ amount: 10, callbackUrl });
    const receipt = await server.pay(id, 4);
    const responses = await Promise.all(Array.from({ length: submits }, () => server.submit(id, receipt)));
    for (const { status, json } of responses) expect([status, json.status, json.paidAmount]).toEqual([200, 'UNDER_PAID', 4]);
    expect(await server.readBooks(id)).toMatchObject({ sum: 400, receipts: 1, sequences: [1] });
  });

  test('simultaneous receipts that over-pay many invoices: sums are exact, and each change has one event', async () => {
    const server = await startRace(kind);
    const invoices = await Promise.all(Array.from({ length: 10 }, () => server.create({ amount: 10, callbackUrl })));
    const receipts = await Promise.all(
      invoices.flatMap(({ id }) => Array.from({ length: 10 }, (_, index) => server.pay(id, [0.1, 3.3, 2.7][index % 3] ?? 1))),
    );
    const jobs = receipts.map((receipt, index) => ({ receipt, id: invoices[Math.floor(index / 10)].id as string }));
    const responses = await Promise.all(jobs.map(({ id, receipt }) => server.submit(id, receipt)));
    for (const { id } of invoices) {
      const mine = responses.filter((_, index) => jobs[index]?.id === id);
      const taken = mine.filter(({ status }) => status === 200);
      for (const { status, json } of mine) if (status !== 200) expect([status, json.code]).toEqual([409, 'invoice_already_paid']);
      const now = await server.fetch(id);
      const books = await server.readBooks(id);
      expect(withoutOrigin(now)).toEqual(books.last);
      expect(now.status).toBe('PAID');
      expect(Math.round(now.paidAmount * 100)).toBe(books.sum);
      expect(books.receipts).toBe(taken.length);
      expect(books.sequences).toEqual(taken.map((_, index) => index + 1));
      // Each response shows a different paid amount. Two changes that began with the same state would show the same amount.
      expect(new Set(taken.map(({ json }) => json.paidAmount)).size).toBe(taken.length);
    }
  });
});

test('a submit succeeds when the verifier is available again, and does not call it for a counted receipt', async () => {
  let verdict: Verdict = 'unavailable';
  let asked = 0;
  const verify = async () => {
    asked++;
    return verdict;
  };
  const server = await startTestServer({ verifier: { verify } });
  const { id, note } = await server.create();
  const away = await server.post('/api/v1/payments/submit', { invoiceId: id, webReceipt: 'x' });
  expect(away).toMatchObject({ status: 503, json: { code: 'receipt_verifier_unavailable' } });
  expect(away.headers.get('retry-after')).toBe('5');
  const payment = { receiptId: 'r1', cashTag: 'COFFEESHOP', note, amount: 1250, currency: 'USD', paidAt: server.clock.now };
  verdict = { ...payment, paymentStatus: 'completed' };
  expect(await server.submit(id, 'x')).toMatchObject({ status: 200, json: { status: 'PAID', receiptId: 'r1' } });
  verdict = 'unavailable';
  expect(await server.submit(id, 'x')).toMatchObject({ status: 200, json: { status: 'PAID' } });
  expect(await server.submit(id, 'y')).toMatchObject({ status: 409, json: { code: 'invoice_already_paid' } });
  expect(asked).toBe(2);
});

test('an expired invoice stays expired when the clock is set back, and an earlier receipt is still a duplicate', async () => {
  const server = await startTestServer();
  const { id } = await server.create();
  const counted = await server.pay(id, 5);
  await server.submit(id, counted);
  server.clock.now += 30 * 60_000;
  expect(await server.fetch(id)).toMatchObject({ status: 'EXPIRED' });
  server.clock.now -= 1;
  expect(await server.submit(id, counted)).toMatchObject({ status: 200, json: { status: 'EXPIRED', paidAmount: 5 } });
});

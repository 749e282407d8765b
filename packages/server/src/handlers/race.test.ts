import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { type Json, startTestServer, type TestServer } from '../testing/start-test-server.ts';

const submits = 200;

/** Reads the state of an invoice in the store: its sum of receipts, and its events in sequence. */
function readBooks(server: TestServer, id: string): { sum: number | null; receipts: number; sequences: number[]; last: Json } {
  const db = new Database(join(server.dataDir, 'payments.db'), { readonly: true });
  try {
    const [sum, receipts] = db
      .prepare(
        "SELECT sum(amount_cents) FILTER (WHERE payment_status = 'completed'), count(*) FROM receipts WHERE invoice_id = ?",
      )
      .raw()
      .get(id) as [number | null, number];
    const events = db.prepare('SELECT sequence, body FROM outbox WHERE invoice_id = ? ORDER BY sequence').raw().all(id);
    const rows = events as [number, Buffer][];
    const body = rows.at(-1)?.[1];
    return { sum, receipts, sequences: rows.map(([sequence]) => sequence), last: body && JSON.parse(String(body)).data };
  } finally {
    db.close();
  }
}

// Nobody listens there, so the events stay, and can be looked at.
const callbackUrl = 'http://127.0.0.1:9/';

test('one receipt, 200 times at once, counts once and is told once', async () => {
  const server = await startTestServer();
  const { id } = await server.create({ amount: 10, callbackUrl });
  const receipt = await server.pay(id, 4);
  const responses = await Promise.all(Array.from({ length: submits }, () => server.submit(id, receipt)));
  for (const { status, json } of responses) expect([status, json.status, json.paidAmount]).toEqual([200, 'UNDER_PAID', 4]);
  expect(readBooks(server, id)).toMatchObject({ sum: 400, receipts: 1, sequences: [1] });
});

test('one receipt, at 50 invoices at once, counts at none but its own', async () => {
  const server = await startTestServer();
  const invoices = await Promise.all(Array.from({ length: 50 }, () => server.create({ amount: 10, callbackUrl })));
  const receipt = await server.pay(invoices[0].id, 10);
  const responses = await Promise.all(
    Array.from({ length: submits }, (_, index) => server.submit(invoices[index % 50].id, receipt)),
  );
  const counted = responses.filter(({ status }) => status === 200);
  expect(new Set(counted.map(({ json }) => json.id))).toEqual(new Set([invoices[0].id]));
  for (const { status, json } of responses) {
    // Before it is counted it is another invoice's, and after that it is used.
    if (status !== 200) expect(['receipt_mismatch', 'receipt_already_used']).toContain(json.code);
  }
  expect(readBooks(server, invoices[0].id)).toMatchObject({ sum: 1000, receipts: 1, sequences: [1] });
});

test('receipts that together over-pay, at once, over many invoices: sums exact, one event a change', async () => {
  const server = await startTestServer();
  const invoices = await Promise.all(Array.from({ length: 20 }, () => server.create({ amount: 10, callbackUrl })));
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
    const books = readBooks(server, id);
    expect(now).toEqual(books.last);
    expect(now.status).toBe('PAID');
    expect(Math.round(now.paidAmount * 100)).toBe(books.sum);
    expect(books.receipts).toBe(taken.length);
    expect(books.sequences).toEqual(taken.map((_, index) => index + 1));
    // Every response is one of the states in their order: no two changes saw the same one.
    expect(new Set(taken.map(({ json }) => json.paidAmount)).size).toBe(taken.length);
  }
});

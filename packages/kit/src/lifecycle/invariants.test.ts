import { lifecycleEvents } from '@payment-invoice/generated';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleRequest } from '../../testing/sample-request.ts';
import { decideReceipt, eventOf, expireIfDue } from './decide-receipt.ts';
import { type Invoice, isFinal, type LifecycleEvent, transitions } from './invoice.ts';
import type { Receipt, RecordedReceipt, Verdict } from './receipt.ts';

const start = Date.parse('2026-11-21T10:00:00.000Z');
const lifetime = 60_000;
const invoiceAmount = 1000;
const invoiceCount = 4;

/** The state of the simulated system: its invoices, its receipts, and an event for each change. */
interface World {
  invoices: Map<string, Invoice>;
  byText: Map<string, RecordedReceipt>;
  byId: Map<string, RecordedReceipt & { receipt: Receipt }>;
  events: { invoiceId: string; sequence: number; status: string }[];
}

/** A step of the test: a client submits a receipt, or time passes. */
type Step = { to: number; receipt: number; text: number } | { wait: number };

function makeWorld(): World {
  const invoices = Array.from({ length: invoiceCount }, (_, index): Invoice => {
    const names = { id: `inv_${index}`, accountId: `acc_${index % 2}`, note: `N${index}`, cashTag: '$shop' };
    const money = { amount: invoiceAmount, status: 'PENDING', receiptId: null, paidAmount: null, sequence: 0 } as const;
    return { ...sampleRequest, ...names, ...money, createdAt: start, expiresAt: start + lifetime };
  });
  return { invoices: new Map(invoices.map((invoice) => [invoice.id, invoice])), byText: new Map(), byId: new Map(), events: [] };
}

/** Saves a changed invoice with its event. Checks that the change breaks no invariant. */
function keep(world: World, before: Invoice, after: Invoice): void {
  if (after === before) return;
  expect(isFinal(before.status), `${before.status} became ${after.status}`).toBe(false);
  expect(after.sequence).toBe(before.sequence + 1);
  expect(after.paidAmount ?? 0).toBeGreaterThanOrEqual(before.paidAmount ?? 0);
  world.invoices.set(after.id, after);
  world.events.push({ invoiceId: after.id, sequence: after.sequence, status: after.status });
}

function submit(world: World, invoiceId: string, verdict: Verdict, text: string, now: number): void {
  const stored = world.invoices.get(invoiceId);
  if (!stored) throw new Error(`No invoice ${invoiceId}.`);
  const invoice = expireIfDue(stored, now);
  keep(world, stored, invoice);
  const sameId = typeof verdict === 'string' ? undefined : world.byId.get(verdict.receiptId);
  const facts = { invoice, sameText: world.byText.get(text), sameId };
  const decision = decideReceipt(facts, verdict);
  if (decision.kind !== 'changed') return;
  keep(world, invoice, decision.invoice);
  if (typeof verdict === 'string') throw new Error('A receipt that was not verified changed an invoice.');
  expect(world.byId.has(verdict.receiptId) || world.byText.has(text)).toBe(false);
  const place = { invoiceId, accountId: invoice.accountId };
  world.byText.set(text, place);
  world.byId.set(verdict.receiptId, { ...place, receipt: verdict });
}

const limits = [1, invoiceAmount - 1, invoiceAmount, 999_999_999];
const receipt = fc.record({
  receiptId: fc.integer({ min: 0, max: 7 }).map((n) => `rcp_${n}`),
  note: fc.integer({ min: 0, max: invoiceCount - 1 }).map((n) => `N${n}`),
  cashTag: fc.constantFrom('$shop', 'SHOP', 'other'),
  amount: fc.oneof(fc.integer({ min: -1, max: 2 * invoiceAmount }), fc.constantFrom(...limits)),
  currency: fc.constantFrom('USD', 'USD', 'USD', 'EUR'),
  paymentStatus: fc.constantFrom('completed', 'completed', 'completed', 'pending', 'failed', 'reversed'),
  paidAt: fc.constantFrom(start, start - 300_000, start - 300_001),
}) as fc.Arbitrary<Receipt>;
const verdict = fc.oneof({ weight: 8, arbitrary: receipt }, fc.constantFrom<Verdict>('invalid', 'unavailable'));
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ to: fc.nat(invoiceCount - 1), receipt: fc.nat(11), text: fc.nat(7) }) },
  fc.record({ wait: fc.integer({ min: 0, max: lifetime }) }),
);
const receipts = fc.array(verdict, { minLength: 12, maxLength: 12 });
const history = fc.record({ receipts, steps: fc.array(step, { maxLength: 60 }) });

test('in any order of receipts and time, money is counted once and reported once', () => {
  const reached = new Set<string>();
  fc.assert(
    fc.property(history, ({ receipts, steps }) => {
      const world = makeWorld();
      let now = start;
      for (const one of steps) {
        if ('wait' in one) {
          now += one.wait;
          for (const invoice of world.invoices.values()) keep(world, invoice, expireIfDue(invoice, now));
        } else submit(world, `inv_${one.to}`, receipts[one.receipt] ?? 'invalid', `text ${one.text}`, now);
      }
      for (const [id, invoice] of world.invoices) {
        reached.add(invoice.status);
        const counted = [...world.byId.values()].filter(({ invoiceId }) => invoiceId === id).map((recorded) => recorded.receipt);
        const completed = counted.filter(({ paymentStatus }) => paymentStatus === 'completed');
        const sum = completed.reduce((total, { amount }) => total + amount, 0);
        // paidAmount is the sum of the receipts that counted, without repetitions; null if there are none.
        expect(invoice.paidAmount).toBe(completed.length === 0 ? null : sum);
        if (invoice.status === 'PAID') expect(sum).toBeGreaterThanOrEqual(invoiceAmount);
        else expect(sum).toBeLessThan(invoiceAmount);
        expect(invoice.receiptId === null).toBe(counted.length === 0);
        // Each change has one event, in sequence, and the last event reports the current state.
        const events = world.events.filter(({ invoiceId }) => invoiceId === id);
        expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
        expect(events.at(-1)?.status ?? 'PENDING').toBe(invoice.status);
      }
    }),
    { numRuns: 2000 },
  );
  // Checks that the runs reached every state to which receipts and time can lead. Otherwise the property would prove little.
  const steps = Object.values(transitions).flatMap((cells) => Object.entries(cells));
  const byReceiptOrTime = (event: string) => ['submitReceipt', 'clock'].includes(lifecycleEvents[event as LifecycleEvent]);
  const led = steps.flatMap(([event, { callback, to }]) => (callback && byReceiptOrTime(event) ? [to] : []));
  expect(reached).toEqual(new Set(['PENDING', ...led]));
});

test('a receipt for another invoice never changes an invoice, even if it is already recorded', () => {
  const [invoice] = makeWorld().invoices.values();
  if (!invoice) throw new Error('There is no invoice.');
  fc.assert(
    fc.property(receipt, fc.boolean(), (given, known) => {
      const sameId = known ? { invoiceId: 'inv_9', accountId: 'acc_9' } : undefined;
      const facts = { invoice, sameText: undefined, sameId };
      if (given.note !== invoice.note) expect(decideReceipt(facts, given).kind).toBe('refused');
      // The problem must not reveal that another account has used this receipt.
      if (known && given.amount > 0) expect(transitions.PENDING[eventOf(facts, given)].problem).toBe('receipt_mismatch');
    }),
  );
});

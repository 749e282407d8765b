import { describe, expect, test } from 'vitest';
import { sampleRequest } from '../../testing/sample-request.ts';
import { decideReceipt, decideUnverified, expireIfDue } from './decide-receipt.ts';
import type { Invoice } from './invoice.ts';
import type { Receipt, RecordedReceipt, Verdict } from './receipt.ts';

const createdAt = Date.parse('2026-11-21T10:00:00.000Z');
const states = ['PENDING', 'UNDER_PAID', 'PAID', 'FAILED', 'EXPIRED'] as const;
type State = (typeof states)[number];
const receipt: Receipt = {
  receiptId: 'rcp_new',
  cashTag: 'CoffeeShop',
  note: '7QK2M-X9D4T',
  amount: 600,
  currency: 'USD',
  paymentStatus: 'completed',
  paidAt: createdAt,
};
const here = { invoiceId: 'inv_1', accountId: 'acc_1' };
const ours = { invoiceId: 'inv_2', accountId: 'acc_1' };
const theirs = { invoiceId: 'inv_3', accountId: 'acc_2' };

function invoiceIn(status: State): Invoice {
  const paid = { PENDING: null, UNDER_PAID: 500, PAID: 1250, FAILED: null, EXPIRED: 500 }[status];
  return {
    ...sampleRequest,
    id: 'inv_1',
    note: '7QK2M-X9D4T',
    status,
    receiptId: status === 'PENDING' ? null : 'rcp_old',
    paidAmount: paid,
    sequence: 7,
    createdAt,
    expiresAt: createdAt + 30 * 60_000,
  };
}

interface Event {
  name: string;
  verdict: Verdict;
  sameText?: RecordedReceipt;
  sameId?: RecordedReceipt;
  /** The expected result in each of `states`: a problem code, `duplicate`, or `STATUS paidAmount receiptId`. */
  cells: readonly [string, string, string, string, string];
}
const terminal = ['invoice_already_paid', 'invoice_failed', 'invoice_expired'] as const;
const repeated = ['duplicate', 'duplicate', 'duplicate', 'duplicate', 'duplicate'] as const;
const bothOpen = (cell: string) => [cell, cell, ...terminal] as const;

const table: readonly Event[] = [
  { name: 'part of the amount', verdict: receipt, cells: ['UNDER_PAID 600 rcp_new', 'UNDER_PAID 1100 rcp_new', ...terminal] },
  {
    name: 'what is missing, to the cent',
    verdict: { ...receipt, amount: 750 },
    cells: ['UNDER_PAID 750 rcp_new', 'PAID 1250 rcp_new', ...terminal],
  },
  {
    name: 'one cent less',
    verdict: { ...receipt, amount: 749 },
    cells: ['UNDER_PAID 749 rcp_new', 'UNDER_PAID 1249 rcp_new', ...terminal],
  },
  {
    name: 'the whole amount',
    verdict: { ...receipt, amount: 1250 },
    cells: ['PAID 1250 rcp_new', 'PAID 1750 rcp_new', ...terminal],
  },
  {
    name: 'more than the amount',
    verdict: { ...receipt, amount: 2000 },
    cells: ['PAID 2000 rcp_new', 'PAID 2500 rcp_new', ...terminal],
  },
  {
    name: 'failed',
    verdict: { ...receipt, paymentStatus: 'failed' },
    cells: ['FAILED null rcp_new', 'receipt_payment_failed', ...terminal],
  },
  {
    name: 'reversed',
    verdict: { ...receipt, paymentStatus: 'reversed' },
    cells: ['FAILED null rcp_new', 'receipt_payment_failed', ...terminal],
  },
  { name: 'pending', verdict: { ...receipt, paymentStatus: 'pending' }, cells: bothOpen('receipt_not_final') },
  { name: 'not authentic', verdict: 'invalid', cells: bothOpen('receipt_invalid') },
  { name: 'of no amount', verdict: { ...receipt, amount: 0 }, cells: bothOpen('receipt_invalid') },
  { name: 'of another tag', verdict: { ...receipt, cashTag: '$teashop' }, cells: bothOpen('receipt_mismatch') },
  { name: 'of another note', verdict: { ...receipt, note: '7QK2M-X9D4V' }, cells: bothOpen('receipt_mismatch') },
  { name: 'of another currency', verdict: { ...receipt, currency: 'EUR' }, cells: bothOpen('receipt_mismatch') },
  { name: 'paid too early', verdict: { ...receipt, paidAt: createdAt - 300_001 }, cells: bothOpen('receipt_mismatch') },
  {
    name: 'paid five minutes early',
    verdict: { ...receipt, paidAt: createdAt - 300_000 },
    cells: ['UNDER_PAID 600 rcp_new', 'UNDER_PAID 1100 rcp_new', ...terminal],
  },
  {
    name: 'mismatched and failed',
    verdict: { ...receipt, note: 'X', paymentStatus: 'failed' },
    cells: bothOpen('receipt_mismatch'),
  },
  { name: 'verifier unreachable', verdict: 'unavailable', cells: bothOpen('receipt_verifier_unavailable') },
  { name: 'the same text again', verdict: receipt, sameText: here, sameId: here, cells: repeated },
  { name: 'the same text again, verifier unreachable', verdict: 'unavailable', sameText: here, cells: repeated },
  { name: 'the same id in another text', verdict: receipt, sameId: here, cells: ['duplicate', 'duplicate', ...terminal] },
  {
    name: 'counted on our other invoice',
    verdict: receipt,
    sameText: ours,
    sameId: ours,
    cells: bothOpen('receipt_already_used'),
  },
  {
    name: 'counted on our other invoice, in another text',
    verdict: receipt,
    sameId: ours,
    cells: bothOpen('receipt_already_used'),
  },
  {
    name: "counted on another account's invoice",
    verdict: receipt,
    sameText: theirs,
    sameId: theirs,
    cells: bothOpen('receipt_mismatch'),
  },
];

describe.each(table)('$name', ({ verdict, sameText, sameId, cells }) => {
  test.each(states.map((state, index) => [state, cells[index]] as const))('at %s: %s', (state, cell) => {
    const invoice = invoiceIn(state);
    const decision = decideReceipt({ invoice, sameText, sameId }, verdict);
    const said =
      decision.kind === 'refused'
        ? decision.why
        : decision.kind === 'duplicate'
          ? 'duplicate'
          : `${decision.invoice.status} ${decision.invoice.paidAmount} ${decision.invoice.receiptId}`;
    expect(said).toBe(cell);
    if (decision.kind === 'changed') {
      const { status, paidAmount, receiptId } = decision.invoice;
      expect(decision.invoice).toEqual({ ...invoice, status, paidAmount, receiptId, sequence: 8 });
    }
  });
});

describe('before the verifier is asked', () => {
  test.each(['PENDING', 'UNDER_PAID'] as const)('%s needs it', (state) => {
    expect(decideUnverified({ invoice: invoiceIn(state), sameText: undefined })).toBeUndefined();
    expect(decideUnverified({ invoice: invoiceIn(state), sameText: ours })).toBeUndefined();
  });
});

describe('expiry', () => {
  test.each([
    ['PENDING', 'EXPIRED'],
    ['UNDER_PAID', 'EXPIRED'],
    ['PAID', 'PAID'],
    ['FAILED', 'FAILED'],
    ['EXPIRED', 'EXPIRED'],
  ] as const)('%s becomes %s when its time is over', (before, after) => {
    const invoice = invoiceIn(before);
    expect(expireIfDue(invoice, invoice.expiresAt - 1)).toBe(invoice);
    expect(expireIfDue(invoice, invoice.expiresAt)).toEqual({ ...invoice, status: after, sequence: before === after ? 7 : 8 });
  });
});

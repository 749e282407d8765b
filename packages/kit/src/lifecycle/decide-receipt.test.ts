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

/** The expected result in each of `states`: a problem code, `duplicate`, or `STATUS paidAmount receiptId`. */
type Cells = readonly [string, string, string, string, string];
type Recorded = Partial<Record<'sameText' | 'sameId', RecordedReceipt>>;
const terminal = ['invoice_already_paid', 'invoice_failed', 'invoice_expired'] as const;
const repeated = ['duplicate', 'duplicate', 'duplicate', 'duplicate', 'duplicate'] as const;
const bothOpen = (cell: string) => [cell, cell, ...terminal] as const;

const table: readonly [name: string, verdict: Verdict, cells: Cells, recorded?: Recorded][] = [
  ['part of the amount', receipt, ['UNDER_PAID 600 rcp_new', 'UNDER_PAID 1100 rcp_new', ...terminal]],
  ['what is missing, to the cent', { ...receipt, amount: 750 }, ['UNDER_PAID 750 rcp_new', 'PAID 1250 rcp_new', ...terminal]],
  ['one cent less', { ...receipt, amount: 749 }, ['UNDER_PAID 749 rcp_new', 'UNDER_PAID 1249 rcp_new', ...terminal]],
  ['the whole amount', { ...receipt, amount: 1250 }, ['PAID 1250 rcp_new', 'PAID 1750 rcp_new', ...terminal]],
  ['more than the amount', { ...receipt, amount: 2000 }, ['PAID 2000 rcp_new', 'PAID 2500 rcp_new', ...terminal]],
  ['failed', { ...receipt, paymentStatus: 'failed' }, ['FAILED null rcp_new', 'receipt_payment_failed', ...terminal]],
  ['reversed', { ...receipt, paymentStatus: 'reversed' }, ['FAILED null rcp_new', 'receipt_payment_failed', ...terminal]],
  ['pending', { ...receipt, paymentStatus: 'pending' }, bothOpen('receipt_not_final')],
  ['not authentic', 'invalid', bothOpen('receipt_invalid')],
  ['of no amount', { ...receipt, amount: 0 }, bothOpen('receipt_invalid')],
  ['of another tag', { ...receipt, cashTag: '$teashop' }, bothOpen('receipt_mismatch')],
  ['of another note', { ...receipt, note: '7QK2M-X9D4V' }, bothOpen('receipt_mismatch')],
  ['of another currency', { ...receipt, currency: 'EUR' }, bothOpen('receipt_mismatch')],
  ['paid too early', { ...receipt, paidAt: createdAt - 300_001 }, bothOpen('receipt_mismatch')],
  [
    'paid five minutes early',
    { ...receipt, paidAt: createdAt - 300_000 },
    ['UNDER_PAID 600 rcp_new', 'UNDER_PAID 1100 rcp_new', ...terminal],
  ],
  ['mismatched and failed', { ...receipt, note: 'X', paymentStatus: 'failed' }, bothOpen('receipt_mismatch')],
  ['verifier unreachable', 'unavailable', bothOpen('receipt_verifier_unavailable')],
  ['the same text again', receipt, repeated, { sameText: here, sameId: here }],
  ['the same text again, verifier unreachable', 'unavailable', repeated, { sameText: here }],
  ['the same id in another text', receipt, ['duplicate', 'duplicate', ...terminal], { sameId: here }],
  ['counted on our other invoice', receipt, bothOpen('receipt_already_used'), { sameText: ours, sameId: ours }],
  ['counted on our other invoice, in another text', receipt, bothOpen('receipt_already_used'), { sameId: ours }],
  ["counted on another account's invoice", receipt, bothOpen('receipt_mismatch'), { sameText: theirs, sameId: theirs }],
];

describe.each(table)('%s', (_, verdict, cells, { sameText, sameId } = {}) => {
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

/** Tests that the kit builds only invoices, events and errors that can happen. */
import { describe, expect, test } from 'vitest';
import { ConflictError, ConnectionError, ReceiptError, TimeoutError, ValidationError } from '../index.ts';
import type { InvoiceStatus } from '../types.ts';
import { buildError, buildEvent, buildInvoice, type TestEvent } from './index.ts';

const at = Date.parse('2026-11-21T10:00:00Z');
const statuses = ['PENDING', 'UNDER_PAID', 'PAID', 'FAILED', 'EXPIRED'] as const;

test.each(statuses)('an invoice that is %s has what such a one has', (status) => {
  const invoice = buildInvoice({ status });
  expect(invoice.receiptId === null).toBe(status === 'PENDING' || status === 'EXPIRED');
  const paid = { PENDING: null, UNDER_PAID: 6.25, PAID: 12.5, FAILED: null, EXPIRED: null }[status];
  expect(invoice.paidAmount).toBe(paid);
});

test.each<[string, Parameters<typeof buildInvoice>[0]]>([
  ['paid without a receipt', { status: 'PAID', receiptId: null }],
  ['paid in part', { status: 'PAID', paidAmount: 5 }],
  ['pending and paid', { paidAmount: 12.5 }],
  ['part-paid in full', { status: 'UNDER_PAID', paidAmount: 12.5 }],
  ['expired and paid in full', { status: 'EXPIRED', paidAmount: 12.5 }],
  ['failed with money', { status: 'FAILED', paidAmount: 5 }],
  ['over before it began', { createdAt: '2026-11-21T10:00:00.000Z', expiresAt: '2026-11-21T09:00:00.000Z' }],
  ['of no status', { status: 'PAYED' as InvoiceStatus }],
])('there is no invoice %s', (_, fields) => {
  expect(() => buildInvoice(fields)).toThrow(/^Such an invoice cannot exist: /);
});

describe('an event', () => {
  test.each<[TestEvent, object]>([
    [{}, { type: 'invoice.paid', sequence: 1, data: { status: 'PAID' } }],
    [{ data: { status: 'UNDER_PAID' } }, { type: 'invoice.under_paid' }],
    [{ type: 'invoice.failed' }, { sequence: 1, data: { status: 'FAILED', paidAmount: null } }],
    [{ type: 'invoice.expired' }, { sequence: 1, data: { status: 'EXPIRED', receiptId: null } }],
    [
      { type: 'invoice.expired', data: { paidAmount: 5 } },
      { sequence: 2, data: { receiptId: 'rcp_test' } },
    ],
    [{ type: 'invoice.frozen', data: { status: 'PAID' } }, { type: 'invoice.frozen' }],
  ])('%j fits in itself', (wanted, made) => {
    const event = buildEvent(wanted, at);
    expect(event).toMatchObject(made);
    const [time, end] = [event.timestamp, event.data.expiresAt].map(Date.parse) as [number, number];
    expect(event.data.status === 'EXPIRED' ? time >= end : time < end).toBe(true);
    expect(time).toBeLessThanOrEqual(at);
  });

  test.each<[string, TestEvent]>([
    ['of a payment, with an invoice that waits for one', { type: 'invoice.paid', data: { status: 'PENDING' } }],
    ['of a new invoice', { data: { status: 'PENDING' } }],
    ['of a failure after another event', { type: 'invoice.failed', sequence: 2 }],
    ['of an expiry after another event, with nothing paid', { type: 'invoice.expired', sequence: 2 }],
    ['of an expiry after a part payment, as the first', { type: 'invoice.expired', sequence: 1, data: { paidAmount: 5 } }],
    ['without a number', { sequence: 0 }],
    ['of an expiry before its time', { type: 'invoice.expired', timestamp: '2026-11-21T09:00:00.000Z' }],
    ['of a payment after the expiry', { data: { expiresAt: '2026-11-21T09:59:30.000Z' } }],
    ['of a payment before the create', { timestamp: '2026-11-21T09:00:00.000Z' }],
  ])('%s cannot happen', (_, wanted) => {
    expect(() => buildEvent(wanted, at)).toThrow(/^Such an event cannot exist: /);
  });
});

test.each([
  ['invoice_already_paid', ConflictError, 409],
  ['receipt_mismatch', ReceiptError, 422],
  ['validation_failed', ValidationError, 422],
  ['connection', ConnectionError, undefined],
  ['timeout', TimeoutError, undefined],
] as const)('the error %s is the one that a call throws', (code, ErrorClass, status) => {
  const error = buildError(code);
  expect(error).toBeInstanceOf(ErrorClass);
  expect([error.status, error.code]).toEqual([status, status && code]);
});

test('an error of tomorrow needs a status', () => {
  expect(() => buildError('refund_refused')).toThrow('The contract has no problem refund_refused: set its status.');
  expect(buildError('refund_refused', { status: 409 })).toMatchObject({ name: 'ConflictError', code: 'refund_refused' });
});

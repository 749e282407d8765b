import { invoiceFields, statuses } from '@payment-invoice/generated';
import { findInvoiceFlaw } from '../response/find-flaw.ts';
import type { InvoiceStatus, PaymentInvoice } from '../types.ts';

/**
 * Builds an invoice as the service could return it: pass the fields that your test is about, and the others are filled in to
 * match.
 * Throws a TypeError for an impossible invoice, for example a PAID one without a receipt.
 */
export function buildInvoice(fields: Partial<PaymentInvoice> = {}): PaymentInvoice {
  const { id = 'inv_test', amount = 12.5, status = 'PENDING', createdAt = new Date().toISOString() } = fields;
  const wasPaid: Partial<Record<InvoiceStatus, number>> = { UNDER_PAID: Math.floor(amount * 50) / 100, PAID: amount };
  const { paidAmount = wasPaid[status] ?? null } = fields;
  const hasReceipt = paidAmount !== null || status === 'FAILED';
  const invoice: PaymentInvoice = {
    ...makePlain(),
    id,
    paymentUrl: `https://pay.example/pay/${id}`,
    cashTag: '$coffeeshop',
    note: '7QK2M-X9D4T',
    amount,
    isWhiteLabel: false,
    receiptId: hasReceipt ? 'rcp_test' : null,
    paidAmount,
    status,
    returnUrl: null,
    expiresAt: new Date(Date.parse(createdAt) + 1_800_000).toISOString(),
    createdAt,
    ...dropUndefined(fields),
  };
  const flaw = findInvoiceFlaw(invoice) ?? findImpossible(invoice);
  if (flaw) throw new TypeError(`There is no such invoice: ${flaw}.`);
  return invoice;
}

/** Makes a value of the right type for each field, including fields of the contract that this builder does not know yet. */
function makePlain(): PaymentInvoice {
  const values: Record<string, unknown> = { string: 'test', number: 0, boolean: false, null: null };
  const fields = Object.entries(invoiceFields).map(([name, types]) => [name, values[types.at(-1) ?? 'null']]);
  return Object.fromEntries(fields) as PaymentInvoice;
}

/** Finds a state that the lifecycle never leads to; undefined for a possible invoice. */
function findImpossible({ status, amount, paidAmount, receiptId, createdAt, expiresAt }: PaymentInvoice): string | undefined {
  const isShort = paidAmount !== null && paidAmount < amount;
  const fits: Partial<Record<InvoiceStatus, boolean>> = {
    PENDING: paidAmount === null && receiptId === null,
    UNDER_PAID: isShort && paidAmount > 0 && receiptId !== null,
    PAID: paidAmount !== null && !isShort && receiptId !== null,
    FAILED: paidAmount === null && receiptId !== null,
  };
  // Any other status, like EXPIRED, ends an invoice before it is paid.
  const isKnown = statuses.some((known) => known === status);
  if (!isKnown || !(fits[status] ?? (receiptId === null ? paidAmount === null : isShort)))
    return `${status} with amount ${amount}, paidAmount ${paidAmount} and receiptId ${receiptId}`;
  return Date.parse(expiresAt) > Date.parse(createdAt) ? undefined : `expiresAt ${expiresAt} is not after createdAt ${createdAt}`;
}

function dropUndefined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}

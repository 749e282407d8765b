import type { InvoiceEvent, InvoiceEventType, PaymentInvoice } from '../types.ts';
import { sign, toBytes } from './sign.ts';

/** What a test wants of an event; all else is made up, and fits. */
export interface TestEvent {
  type?: InvoiceEventType;
  sequence?: number;
  data?: Partial<PaymentInvoice>;
}

/** How a test event is signed. */
export interface SignOptions {
  /** webhook-id; `evt_test` when absent. */
  id?: string;
  /** When it is signed, in milliseconds since 1970; now when absent. */
  at?: number;
}

/** What the service would send. */
export interface SignedEvent {
  body: string;
  headers: Record<'content-type' | 'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>;
}

/** A whole event, signed as the service signs, for tests of your own receiver. Several secrets sign as in a rotation. */
export async function signTestEvent(
  { type = 'invoice.paid', sequence = 1, data }: TestEvent,
  secret: string | readonly string[],
  { id = 'evt_test', at = Date.now() }: SignOptions = {},
): Promise<SignedEvent> {
  const status = type.replace('invoice.', '').toUpperCase();
  const paidAmount = { PAID: 12.5, UNDER_PAID: 5 }[status] ?? null;
  const createdAt = new Date(at).toISOString();
  const invoice = {
    id: 'inv_test',
    paymentUrl: 'http://127.0.0.1/pay/inv_test',
    cashTag: '$coffeeshop',
    note: '7QK2M-X9D4T',
    amount: 12.5,
    isWhiteLabel: false,
    receiptId: status === 'EXPIRED' ? null : 'rcp_test',
    paidAmount,
    status,
    returnUrl: null,
    expiresAt: new Date(at + 1_800_000).toISOString(),
    createdAt,
    ...data,
    // A contract that grew has members that this one cannot make up.
  } as PaymentInvoice;
  const event: InvoiceEvent = { type, timestamp: createdAt, sequence, data: invoice };
  const body = JSON.stringify(event);
  const timestamp = String(Math.floor(at / 1000));
  const signatures = await Promise.all(
    [secret].flat().map(async (each) => `v1,${await sign(id, timestamp, toBytes(body), each)}`),
  );
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures.join(' '),
    },
  };
}

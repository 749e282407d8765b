import { eventStatuses } from '@payment-invoice/generated';
import type { CreatePaymentRequest, InvoiceEvent, PaymentInvoice, ProblemCode, SubmitReceiptRequest } from '../types.ts';
import { buildInvoice } from './build-invoice.ts';

/** A payment that a payer made, or tried to make. */
export interface FakePayment {
  /** The amount in major units; the invoice's full amount when absent. */
  amount?: number | undefined;
  /** `completed` when absent. */
  outcome?: 'completed' | 'pending' | 'failed' | undefined;
}

/** A refusal, with the code of its problem. */
export type Refusal = { refused: ProblemCode };

interface Counted {
  invoiceId: string;
  amount: number;
  outcome: NonNullable<FakePayment['outcome']>;
  counted: boolean;
}

/** Stores the invoices of a fake service, and their history. */
export class FakeLedger {
  readonly events: InvoiceEvent[] = [];
  readonly #invoices = new Map<string, PaymentInvoice>();
  readonly #payments = new Map<string, Counted>();
  readonly #date: () => number;

  constructor(date: () => number) {
    this.#date = date;
  }

  create({ cashTag, amount, isWhiteLabel = false, returnUrl }: CreatePaymentRequest): PaymentInvoice {
    const number = String(this.#invoices.size + 1);
    const note = `TEST0-${number.padStart(5, '0')}`;
    const createdAt = new Date(this.#date()).toISOString();
    const invoice = buildInvoice({
      id: `inv_${number}`,
      note,
      cashTag,
      amount: Number(amount),
      isWhiteLabel,
      returnUrl: returnUrl ?? null,
      createdAt,
    });
    this.#invoices.set(invoice.id, invoice);
    return invoice;
  }

  /** Pays an invoice outside of the API, and returns the web receipt to submit. Throws an Error for an unknown id. */
  pay(invoiceId: string, { amount, outcome = 'completed' }: FakePayment = {}): string {
    const invoice = this.#invoices.get(invoiceId);
    if (!invoice) throw new Error(`The fake service has no invoice ${invoiceId}.`);
    const receipt = `receipt-${this.#payments.size + 1}`;
    this.#payments.set(receipt, { invoiceId, amount: amount ?? invoice.amount, outcome, counted: false });
    return receipt;
  }

  fetch(invoiceId: string): PaymentInvoice | Refusal {
    const invoice = this.#invoices.get(invoiceId);
    if (!invoice) return { refused: 'invoice_not_found' };
    const isOpen = invoice.status === 'PENDING' || invoice.status === 'UNDER_PAID';
    return isOpen && this.#date() >= Date.parse(invoice.expiresAt) ? this.#change(invoice, { status: 'EXPIRED' }) : invoice;
  }

  submit({ invoiceId, webReceipt }: SubmitReceiptRequest): PaymentInvoice | Refusal {
    const invoice = this.fetch(invoiceId);
    if ('refused' in invoice) return invoice;
    const payment = this.#payments.get(webReceipt);
    if (payment?.counted && payment.invoiceId === invoiceId) return invoice;
    if (invoice.status === 'PAID') return { refused: 'invoice_already_paid' };
    if (invoice.status === 'FAILED') return { refused: 'invoice_failed' };
    if (invoice.status === 'EXPIRED') return { refused: 'invoice_expired' };
    if (!payment) return { refused: 'receipt_invalid' };
    if (payment.counted) return { refused: 'receipt_already_used' };
    if (payment.invoiceId !== invoiceId) return { refused: 'receipt_mismatch' };
    if (payment.outcome === 'pending') return { refused: 'receipt_not_final' };
    if (payment.outcome === 'failed' && invoice.status === 'UNDER_PAID') return { refused: 'receipt_payment_failed' };
    payment.counted = true;
    const receiptId = webReceipt.replace('receipt-', 'rcp_');
    if (payment.outcome === 'failed') return this.#change(invoice, { receiptId, status: 'FAILED' });
    // Adds in cents, because binary numbers do not add up exactly.
    const paidAmount = (Math.round((invoice.paidAmount ?? 0) * 100) + Math.round(payment.amount * 100)) / 100;
    return this.#change(invoice, { receiptId, paidAmount, status: paidAmount < invoice.amount ? 'UNDER_PAID' : 'PAID' });
  }

  #change(invoice: PaymentInvoice, fields: Partial<PaymentInvoice>): PaymentInvoice {
    const changed = { ...invoice, ...fields };
    this.#invoices.set(invoice.id, changed);
    const sequence = this.events.filter(({ data }) => data.id === invoice.id).length + 1;
    const [type = ''] = Object.entries(eventStatuses).find(([, status]) => status === changed.status) ?? [];
    this.events.push({ type, timestamp: new Date(this.#date()).toISOString(), sequence, data: changed });
    return changed;
  }
}

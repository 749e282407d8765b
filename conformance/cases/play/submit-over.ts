import { receiptRequest } from '../../payments/pay.ts';
import { makePayable, type Payable } from '../../payments/receipts.ts';
import { type Exchange, isSuccess, responseObject } from '../../src/http/exchange.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { changedFields } from './change-of.ts';

/** A valid receipt that was submitted over the limit, and what that changed. */
export interface Unsettled {
  payable: Payable;
  exchange: Exchange;
  /** The fetch of the invoice afterwards. `fields` lists the fields that have changed, and should be empty. */
  read: Exchange;
  fields: string[];
  /** The invoice after the receipt was submitted again, at the end of the wait; undefined unless that succeeded. */
  again?: Record<string, unknown>;
}

/** Makes two payments without submitting receipts. If the second invoice changes, a change of the first proves nothing. */
export async function holdBack(subject: Subject): Promise<[payable: Payable, control: Payable] | undefined> {
  try {
    const [payable, control] = await Promise.all([makePayable(subject), makePayable(subject)]);
    return payable.real && control.real ? [payable, control] : undefined;
  } catch {
    return undefined;
  }
}

/** Submits the first receipt over the limit, runs `meanwhile`, and then reads both invoices. */
export async function submitOver(
  subject: Subject,
  [payable, control]: [payable: Payable, control: Payable],
  meanwhile: () => Promise<void>,
): Promise<Unsettled> {
  const { invoice, webReceipt } = payable;
  const exchange = await subject.sendOnce(receiptRequest(subject, invoice.id, webReceipt));
  await meanwhile();
  const [read, beside] = await Promise.all([lookAt(subject, payable), lookAt(subject, control)]);
  return { payable, exchange, read: read.exchange, fields: beside.fields.length > 0 ? [] : read.fields };
}

async function lookAt(subject: Subject, { invoice }: Payable): Promise<{ exchange: Exchange; fields: string[] }> {
  // A refused read shows no change, and is not repeated, because the limit would refuse it again.
  const exchange = await subject.sendOnce(subject.fetchRequest(invoice.id));
  const shown = exchange.answer && isSuccess(exchange.answer) ? responseObject(exchange.answer) : undefined;
  return { exchange, fields: shown ? changedFields(invoice, shown) : [] };
}

import { type Exchange, hasSucceeded } from '../../src/http/exchange.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { makePayable, type Payable } from '../../src/subject/payable.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { changedFields } from './change-of.ts';

/** A receipt that would be accepted, submitted over a limit. */
export interface Unsettled {
  payable: Payable;
  exchange: Exchange;
  /** The invoice afterwards, and which of its fields have changed by then. */
  read: Exchange;
  fields: string[];
}

/** Payments that are made before a limit is reached. */
export interface HeldBack {
  payable: Payable;
  /** Never submitted: if its invoice changes too, the deployment learns of payments by itself. */
  control: Payable;
}

/** Makes payments and submits none; undefined where the suite knows no way to pay. */
export async function holdBack(subject: Subject): Promise<HeldBack | undefined> {
  const payable = await makePayable(subject);
  return payable.real ? { payable, control: await makePayable(subject) } : undefined;
}

/** Submits one payment over the limit, does other work meanwhile, and looks at its invoice. */
export async function submitOver(
  subject: Subject,
  { payable, control }: HeldBack,
  meanwhile: () => Promise<void>,
): Promise<Unsettled> {
  const { invoice, webReceipt } = payable;
  const exchange = await subject.sendOnce(subject.requestOf('submitReceipt', { invoiceId: invoice.id, webReceipt }));
  await meanwhile();
  const [read, beside] = [await lookAt(subject, payable), await lookAt(subject, control)];
  return { payable, exchange, read: read.exchange, fields: beside.fields.length > 0 ? [] : read.fields };
}

async function lookAt(subject: Subject, { invoice }: Payable): Promise<{ exchange: Exchange; fields: string[] }> {
  // A read that is refused as well tells nothing, and is not waited for.
  const exchange = await subject.sendOnce(subject.requestOf('fetchPayment', { invoiceId: invoice.id }));
  return { exchange, fields: hasSucceeded(exchange) ? changedFields(invoice, invoiceOf(exchange)) : [] };
}

import { type Exchange, isSuccess, responseObject } from '../../src/http/exchange.ts';
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

/** Makes payments and submits none; undefined where none can be made, of which other cases speak: the limit has other questions. */
export async function holdBack(subject: Subject): Promise<HeldBack | undefined> {
  try {
    const [payable, control] = [await makePayable(subject), await makePayable(subject)];
    return payable.real && control.real ? { payable, control } : undefined;
  } catch {
    return undefined;
  }
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
  // A read that is refused as well, or shows no invoice, tells nothing, and is not waited for: the limit has other cases.
  const exchange = await subject.sendOnce(subject.requestOf('fetchPayment', { invoiceId: invoice.id }));
  const shown = exchange.answer && isSuccess(exchange.answer) ? responseObject(exchange.answer) : undefined;
  return { exchange, fields: shown ? changedFields(invoice, shown) : [] };
}

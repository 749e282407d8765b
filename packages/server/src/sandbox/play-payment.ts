import { makeId, type RandomBytes } from '@payment-invoice/kit/ids';
import { invoiceNotFound } from '@payment-invoice/kit/invoices';
import { currencyOf, type Invoice, type Receipt } from '@payment-invoice/kit/lifecycle';
import { type Cents, centsOfNumber, centsOfText, hasPartsOfCents } from '@payment-invoice/kit/money';
import { isPaymentStatus, signAgain, signReceipt } from '@payment-invoice/kit/receipts';
import type { Principal } from '@payment-invoice/kit/tokens';
import type { ProblemItem } from '@payment-invoice/stubs';
import type { Services } from '../handlers/services.ts';
import { type JsonObject, refuseFields } from './act-on-json.ts';
import type { SandboxIdentity } from './sandbox-identity.ts';

/** Makes the web receipt of a simulated payment for an invoice. `now` is the time of the payment in milliseconds since 1970. */
export function playPayment(
  invoice: Invoice,
  { amount, outcome, differs }: Pick<PaymentOrder, 'amount' | 'outcome' | 'differs'>,
  identity: SandboxIdentity,
  now: number,
  randomBytes: RandomBytes,
): Promise<string> {
  const { cashTag, note } = invoice;
  const receiptId = makeId('rcp', now, randomBytes);
  const currency = currencyOf(invoice);
  const receipt = { receiptId, cashTag, note, amount, currency, paymentStatus: outcome, paidAt: now, ...differs };
  return signReceipt(receipt, identity, now);
}

/**
 * Simulates a payment through an external payment service, and returns its web receipt: `POST /sandbox/payments`. The invoice
 * does not change until the receipt is submitted.
 * @throws ProblemError as an operation of the API does
 */
export async function payInvoice(
  order: PaymentOrder,
  { accountId }: Principal,
  { store, now, randomBytes }: Services,
  identity: SandboxIdentity,
): Promise<{ webReceipt: string }> {
  const paidAt = now();
  const invoice = await store.readInvoice(accountId, order.invoiceId, paidAt);
  if (!invoice) throw invoiceNotFound();
  if (order.signedAgain !== undefined) {
    const webReceipt = await signAgain(order.signedAgain, identity);
    const detail = 'differs.signedAgain must be a receipt of this sandbox.';
    if (webReceipt === undefined) throw refuseFields([{ pointer: '/differs/signedAgain', code: 'pattern', detail }]);
    return { webReceipt };
  }
  return { webReceipt: await playPayment(invoice, order, identity, paidAt, randomBytes) };
}

/** A request to simulate a payment. */
interface PaymentOrder {
  invoiceId: string;
  amount: Cents;
  outcome: Receipt['paymentStatus'];
  /** The incorrect values of the receipt, for testing how receipts are checked. */
  differs?: Partial<Pick<Receipt, 'currency' | 'cashTag' | 'paidAt' | 'amount'>>;
  /** An earlier receipt, to be signed again: the new receipt has the same payment but a different text. */
  signedAgain?: string;
}

const fields = ['invoiceId', 'amount', 'outcome'];

/** Checks the body of `POST /sandbox/payments`, which has no schema in the contract. Throws validation_failed. */
export function readPaymentOrder(body: JsonObject): PaymentOrder {
  const { invoiceId, amount, outcome } = body;
  const errors: ProblemItem[] = [];
  const add = (pointer: string, code: ProblemItem['code'], detail: string) => errors.push({ pointer, code, detail });

  for (const name of Object.keys(body))
    if (!fields.includes(name) && name !== 'differs') add(`/${name}`, 'unknown_property', 'There is no such field.');
  for (const name of fields) if (!Object.hasOwn(body, name)) add(`/${name}`, 'required', `${name} is missing.`);
  if (invoiceId !== undefined && typeof invoiceId !== 'string') add('/invoiceId', 'type', 'invoiceId must be of type string.');
  if (outcome !== undefined && !isPaymentStatus(outcome))
    add('/outcome', 'pattern', 'outcome must be completed, failed, reversed or pending.');
  let cents: Cents | undefined;
  if (typeof amount === 'number' || typeof amount === 'string') {
    cents = typeof amount === 'number' ? centsOfNumber(amount) : centsOfText(amount);
    const hasParts = typeof amount === 'number' ? hasPartsOfCents(amount) : cents === undefined;
    if (hasParts) add('/amount', 'amount_precision', 'amount must be a decimal with at most two decimals.');
    else if (!cents) add('/amount', 'amount_out_of_range', 'amount must be more than 0, and less than 1,000,000,000,000.');
  } else if (amount !== undefined) add('/amount', 'type', 'amount must be a number or a decimal string.');

  const differs = readDifference(body.differs);
  const forms = 'one of currency, cashTag, paidAt (RFC 3339), amount (0) and signedAgain (a receipt)';
  if (differs === undefined) add('/differs', 'pattern', `differs must be ${forms}.`);
  const isRefused = errors.length > 0 || differs === undefined;
  if (isRefused || typeof invoiceId !== 'string' || cents === undefined || !isPaymentStatus(outcome)) throw refuseFields(errors);
  return { invoiceId, amount: cents, outcome, ...differs };
}

/** Reads `differs`, which may be missing. Returns undefined if it is not an object with exactly one known and valid field. */
function readDifference(value: unknown): Pick<PaymentOrder, 'differs' | 'signedAgain'> | undefined {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null) return undefined;
  const [[name, given] = [], ...others] = Object.entries(value);
  if (others.length > 0) return undefined;
  if (name === 'amount') return given === 0 ? { differs: { amount: 0 } } : undefined;
  if (typeof given !== 'string') return undefined;
  if (name === 'signedAgain') return { signedAgain: given };
  if (name === 'currency' || name === 'cashTag') return { differs: { [name]: given } };
  const paidAt = name === 'paidAt' ? Date.parse(given) : Number.NaN;
  return Number.isNaN(paidAt) ? undefined : { differs: { paidAt } };
}

/** The payments that the payment page of a sandbox can simulate. */
export const sandboxActions = [
  { name: 'full', outcome: 'completed', showsAmount: true },
  { name: 'part', outcome: 'completed', showsAmount: true },
  { name: 'over', outcome: 'completed', showsAmount: true },
  { name: 'fail', outcome: 'failed', showsAmount: false },
  { name: 'pending', outcome: 'pending', showsAmount: false },
] as const satisfies readonly { name: string; outcome: Receipt['paymentStatus']; showsAmount: boolean }[];

export type SandboxAction = (typeof sandboxActions)[number];

/** How much the action "too much" pays beyond the missing amount, in cents. */
const surplus: Cents = 500;

/** Returns how much an action pays if `missing` is still to be paid. Returns undefined if the action is impossible. */
export function sandboxAmount(name: SandboxAction['name'], missing: Cents): Cents | undefined {
  if (missing <= 0) return undefined;
  if (name === 'part') return missing > 1 ? Math.floor(missing / 2) : undefined;
  return name === 'over' ? missing + surplus : missing;
}

import type { Difference, PaymentRequest } from '../src/adapter/adapter.ts';
import { showValue } from '../src/contract/describe-schema.ts';
import type { Exchange, RequestSpec } from '../src/http/exchange.ts';
import { CaseInconclusive } from '../src/outcome/case-inconclusive.ts';
import { CaseSkipped } from '../src/outcome/case-skipped.ts';
import type { Play } from '../src/subject/play.ts';
import type { Subject } from '../src/subject/subject.ts';
import { readTime } from '../src/text/read-time.ts';

/** Returns the amount of the run's invoices, in major units. */
export const amountOf = ({ settings }: Subject): number => Number(settings.given.amount);

/** Divides the run's amount into two parts. Returns the parts, their sum, and an amount that exceeds the sum, all in cents. */
export function shares(subject: Subject): { part: number; rest: number; whole: number; over: number } {
  const whole = Math.round(amountOf(subject) * 100);
  const part = Math.floor(whole / 2);
  return { part, rest: whole - part, whole, over: whole + 100 };
}

/** Finds three amounts in cents whose sum is `whole`, but whose sum as floating-point numbers in major units is less. */
export function partsShortInBinary(whole: number): number[] {
  for (let first = 1; first < Math.min(whole, 100); first++)
    for (let second = 1; second < Math.min(whole - first, 5000); second++)
      if (first / 100 + second / 100 + (whole - first - second) / 100 < whole / 100)
        return [first, second, whole - first - second];
  // A small amount has no such parts.
  return [whole];
}

/** Makes a payment for the invoice, and returns its receipt. Skips the case if the deployment cannot make such a payment. */
export async function receiptFor(play: Play, cents: number, outcome: PaymentRequest['outcome'] = 'completed'): Promise<string> {
  const receipt = await play.subject.pay({ invoice: play.invoice, amount: cents / 100, outcome });
  if (receipt === null)
    throw new CaseSkipped(
      `The suite does not know how to make a payment with the outcome ${outcome}. Use --pay or --adapter to make payments.`,
      outcome === 'completed' ? 'pay' : `pay with outcome ${outcome}`,
    );
  return receipt;
}

/**
 * Makes a payment whose receipt differs from a correct one in one field, and returns the receipt. Skips the case if the adapter
 * does not confirm the difference, because an ordinary receipt would prove nothing.
 */
export async function otherReceiptFor(
  play: Play,
  cents: number,
  differs: Difference,
  outcome: PaymentRequest['outcome'] = 'completed',
): Promise<string> {
  const receipt = await play.subject.pay({ invoice: play.invoice, amount: cents / 100, outcome, differs });
  const [field] = Object.keys(differs);
  if (receipt === null)
    throw new CaseSkipped(
      `A receipt with another ${field} is needed: let pay of --adapter, or --pay, know differs.${field}.`,
      `pay with differs.${field}`,
    );
  return receipt;
}

/**
 * Returns a `differs` for `otherReceiptFor`: the payment was made this many seconds before the invoice was created.
 * @throws CaseInconclusive if createdAt is not a time
 */
export function paidBefore({ createdAt }: Record<string, unknown>, seconds: number): { paidAt: string } {
  const created = readTime(createdAt);
  if (Number.isNaN(created)) throw new CaseInconclusive(`createdAt is ${showValue(createdAt)}, which is not a time.`);
  return { paidAt: new Date(created - seconds * 1000).toISOString() };
}

/** Makes the request that submits a receipt for an invoice. */
export const receiptRequest = (subject: Subject, invoiceId: unknown, webReceipt: string): RequestSpec =>
  subject.requestOf('submitReceipt', { invoiceId, webReceipt });

export const sendReceipt = (subject: Subject, invoiceId: unknown, webReceipt: string): Promise<Exchange> =>
  subject.send(receiptRequest(subject, invoiceId, webReceipt));

export async function submit(play: Play, receipt: string): Promise<Exchange> {
  const exchange = await sendReceipt(play.subject, play.invoice.id, receipt);
  play.exchanges.push(exchange);
  return exchange;
}

/** Pays the whole amount. */
export const settle = (play: Play): Promise<Exchange> => paid(play, shares(play.subject).whole);

/** Makes a payment, submits its receipt, and adds the receipt to `counted`. */
export async function paid(play: Play, cents: number, outcome: PaymentRequest['outcome'] = 'completed'): Promise<Exchange> {
  const receipt = await receiptFor(play, cents, outcome);
  play.counted.push(receipt);
  return submit(play, receipt);
}

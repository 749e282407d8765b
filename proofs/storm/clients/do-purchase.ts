import type { Call } from '../evidence.ts';
import type { PlannedPart, Purchase } from '../plan/plan-work.ts';
import type { Caller } from './call-servers.ts';

/** Ids of the invoices that clients know, the oldest first. */
export type KnownInvoices = string[];

/** The API paths that clients call. */
export const paths = {
  create: '/api/v1/payments/create',
  submit: '/api/v1/payments/submit',
  fetch: '/api/v1/payments/fetch',
  pay: '/sandbox/payments',
} as const;

/**
 * Creates an invoice, pays it in parts and fetches it, as planned. Sends each receipt to two servers at once, and once
 * more for a wrong invoice.
 */
export async function doPurchase(
  plan: Purchase,
  key: string,
  callbackUrl: string,
  caller: Caller,
  known: KnownInvoices,
): Promise<void> {
  const body = { cashTag: '$storm', amount: plan.cents / 100, callbackUrl };
  const create = (server: number) => caller.insist(server, { operation: 'create', path: paths.create, body, key });
  const [created] = await Promise.all([create(plan.createAt), plan.twinAt === undefined ? undefined : create(plan.twinAt)]);
  const invoice = created?.status === 200 ? idIn(created) : undefined;
  if (invoice === undefined) return;
  known.push(invoice);
  const look = (server: number, id: string) =>
    caller.insist(server, { operation: 'fetch', path: paths.fetch, body: { invoiceId: id }, invoice: id });
  const pay = (part: PlannedPart) => payPart(part, invoice, caller, known);
  if (plan.isAtOnce) await Promise.all(plan.parts.map(pay));
  else for (const part of plan.parts) await pay(part);
  await Promise.all(plan.fetchAt.map((server) => look(server, invoice)));
  const stranger = known[known.length - 1 - (plan.stranger % Math.min(known.length, 30))];
  if (stranger !== undefined) await look(plan.createAt, stranger);
}

async function payPart(part: PlannedPart, invoice: string, caller: Caller, known: KnownInvoices): Promise<void> {
  const order = { invoiceId: invoice, amount: part.cents / 100, outcome: part.outcome };
  const paid = await caller.insist(part.payAt, { operation: 'pay', path: paths.pay, body: order, invoice });
  if (paid?.status !== 200) return;
  const { webReceipt } = JSON.parse(paid.body) as { webReceipt: string };
  const receipt = receiptIdIn(webReceipt);
  const submit = (server: number, id: string) =>
    caller.insist(server, { operation: 'submit', path: paths.submit, body: { invoiceId: id, webReceipt }, invoice: id, receipt });
  const others = known.slice(-30).filter((id) => id !== invoice);
  const foreign = others[part.foreign % Math.max(1, others.length)];
  await Promise.all([
    ...part.submitAt.map((server) => submit(server, invoice)),
    foreign === undefined ? undefined : submit(part.foreignAt, foreign),
  ]);
}

/** Returns the id of a created invoice. */
export function idIn(created: Call): string {
  return (JSON.parse(created.body) as { id: string }).id;
}

/** Reads a receipt's id from its text. */
function receiptIdIn(webReceipt: string): string {
  return JSON.parse(Buffer.from(webReceipt.split('.')[1] ?? '', 'base64url').toString()).jti;
}

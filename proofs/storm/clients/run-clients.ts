import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { exampleCreate } from '@payment-invoice/generated/examples';
import type { Call } from '../evidence.ts';
import { type History, timeNow } from '../history.ts';
import { type PlannedPart, type Press, type Purchase, planWork, type Withdrawal } from '../plan/plan-work.ts';
import type { StormTokens } from '../stage/keep-tokens.ts';
import { type Stage, submitsPerInvoice } from '../stage/set-stage.ts';
import { type Caller, callServers } from './call-servers.ts';

/** Number of rounds that try to reach the limit. */
const mostRounds = 8;

/** Submits invalid receipts for one invoice to all servers at once, until the rate limit refuses some of them. */
async function doPress(
  plan: Press,
  key: string,
  servers: number,
  limit: number,
  callbackUrl: string,
  caller: Caller,
): Promise<void> {
  const body = { ...exampleCreate, amount: 1, callbackUrl };
  const created = await caller.insist(plan.createAt, { operation: 'create', path: paths.create, body, key });
  if (created?.status !== 200) return;
  const invoice = idIn(created);
  const rubbish = { invoiceId: invoice, webReceipt: 'a.b.c' };
  const submit = (_: unknown, index: number) =>
    caller.send(index % servers, { operation: 'submit', path: paths.submit, body: rubbish, invoice });
  // Repeats the round, because a fault may have prevented the submits from being counted.
  for (let round = 0; round < mostRounds; round++) {
    const calls = await Promise.all(Array.from({ length: Math.ceil(limit * 0.75) }, submit));
    if (calls.some(({ status }) => status === 429)) return;
    await sleep(100);
  }
}

/** Number of clients that work at the same time. */
const clientCount = 8;

/** Settings of the clients. */
export interface ClientSettings {
  seed: number;
  stage: Stage;
  history: History;
  tokens: StormTokens;
  callbackUrl: string;
  /** Returns true once no client should begin anything new. */
  isDone: () => boolean;
}

/** Makes clients do their planned work until `isDone`, and returns the invoices they know. */
export async function runClients({ seed, stage, history, tokens, callbackUrl, isDone }: ClientSettings): Promise<KnownInvoices> {
  const { servers } = stage;
  const known: KnownInvoices = [];
  const run = async (_: unknown, client: number) => {
    const caller = callServers(client, servers, history);
    for (let number = 0; !isDone(); number++) {
      const work = planWork(seed, client, number, servers.length);
      const key = `storm-${seed}-${client}-${number}`;
      const [first] = known;
      if (work.kind === 'purchase') await doPurchase(work, key, callbackUrl, caller, known);
      else if (work.kind === 'press') await doPress(work, key, servers.length, submitsPerInvoice, callbackUrl, caller);
      else if (first !== undefined) await doWithdrawal(work, first, servers.length, caller, tokens, history);
      await sleep(work.pause);
    }
  };
  await Promise.all(Array.from({ length: clientCount }, run));
  return known;
}

/** Uses a new token, revokes it, and keeps using it at every server. */
async function doWithdrawal(
  plan: Withdrawal,
  invoice: string,
  servers: number,
  caller: Caller,
  tokens: StormTokens,
  history: History,
): Promise<void> {
  const name = `tok_storm_${randomBytes(8).toString('hex')}`;
  const bearer = await tokens.make(name);
  if (bearer === undefined) return;
  const use = (server: number) =>
    caller.send(server, { operation: 'fetch', path: paths.fetch, body: { invoiceId: invoice }, invoice, token: name, bearer });
  await use(plan.useAt);
  const start = timeNow();
  if (!(await tokens.revoke(name))) return;
  history.add({ kind: 'revocation', token: name, start, end: timeNow() });
  for (let round = 0; round < 3; round++) {
    await Promise.all(Array.from({ length: servers }, (_, server) => use(server)));
    await sleep(100);
  }
}

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
async function doPurchase(plan: Purchase, key: string, callbackUrl: string, caller: Caller, known: KnownInvoices): Promise<void> {
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
function idIn(created: Call): string {
  return (JSON.parse(created.body) as { id: string }).id;
}

/** Reads a receipt's id from its text. */
function receiptIdIn(webReceipt: string): string {
  return JSON.parse(Buffer.from(webReceipt.split('.')[1] ?? '', 'base64url').toString()).jti;
}

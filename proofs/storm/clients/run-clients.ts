import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { exampleCreate } from '@payment-invoice/generated/examples';
import { type History, timeNow } from '../history.ts';
import { type Press, planWork, type Withdrawal } from '../plan/plan-work.ts';
import type { StormTokens } from '../stage/keep-tokens.ts';
import { type Stage, submitsPerInvoice } from '../stage/set-stage.ts';
import { type Caller, callServers } from './call-servers.ts';
import { doPurchase, idIn, type KnownInvoices, paths } from './do-purchase.ts';

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

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type History, timeNow } from '../history.ts';
import { type Press, planWork, type Withdrawal } from '../plan/plan-work.ts';
import type { StormTokens } from '../stage/keep-tokens.ts';
import { type Stage, submitsPerInvoice } from '../stage/set-stage.ts';
import { type Caller, callServers } from './call-servers.ts';
import { doPurchase, idIn, type KnownInvoices, paths } from './do-purchase.ts';

/** Times that it tries to get there. */
const mostRounds = 8;

/** Submits rubbish to one invoice, at all servers at once, until the limit refuses some of it. */
async function doPress(
  plan: Press,
  key: string,
  servers: number,
  limit: number,
  callbackUrl: string,
  caller: Caller,
): Promise<void> {
  const body = { cashTag: '$press', amount: 1, callbackUrl };
  const created = await caller.insist(plan.createAt, { operation: 'create', path: paths.create, body, key });
  if (created?.status !== 200) return;
  const invoice = idIn(created);
  const rubbish = { invoiceId: invoice, webReceipt: 'a.b.c' };
  const submit = (_: unknown, index: number) =>
    caller.send(index % servers, { operation: 'submit', path: paths.submit, body: rubbish, invoice });
  // Where a fault refuses all of it, it is worth another round.
  for (let round = 0; round < mostRounds; round++) {
    const calls = await Promise.all(Array.from({ length: Math.ceil(limit * 0.75) }, submit));
    if (calls.some(({ status }) => status === 429)) return;
    await sleep(100);
  }
}

/** Clients that work at the same time. */
const clientCount = 8;

/** The parts of the clients' work. */
export interface ClientSettings {
  seed: number;
  stage: Stage;
  history: History;
  tokens: StormTokens;
  callbackUrl: string;
  /** Tells when nobody begins anything new. */
  isDone: () => boolean;
}

/** Has clients do their planned work until `isDone`, and returns the invoices that they know of. */
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

/** Uses a token of its own, revokes it, and uses it at every server again and again. */
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

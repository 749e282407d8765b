import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { exampleCreate } from '@payment-invoice/generated/examples';
import type { Call } from '../evidence.ts';
import { type History, timeNow } from '../history.ts';
import { type PlannedPart, type Press, type Purchase, planWork, type Withdrawal } from '../plan/plan-work.ts';
import { type Stage, type StormTokens, submitsPerInvoice } from '../stage/set-stage.ts';
import { type Caller, callServers } from './call-servers.ts';

/** The maximum number of rounds of submissions. No round follows one in which the limit refused a submission. */
const mostRounds = 8;

/** Submits invalid receipts for one invoice to all servers concurrently, until the rate limit refuses some of them. */
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
  // Sends another round if no submission was refused: a fault may have kept the servers from counting the submissions.
  for (let round = 0; round < mostRounds; round++) {
    const calls = await Promise.all(Array.from({ length: Math.ceil(limit * 0.75) }, submit));
    if (calls.some(({ status }) => status === 429)) return;
    await sleep(100);
  }
}

/** Number of clients that work at the same time. */
const clientCount = 8;

/** The settings of the clients, and the stage that they work on. */
export interface ClientSettings {
  seed: number;
  stage: Stage;
  history: History;
  tokens: StormTokens;
  callbackUrl: string;
  /** Returns true when the clients should begin no further work. */
  isDone: () => boolean;
}

/** Makes the clients do their planned work until `isDone` returns true. Returns the ids of the invoices that they know. */
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

/** Creates a token, uses it, revokes it, and then uses it again at every server, where it must be refused. */
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
type KnownInvoices = string[];

/** The API paths that clients call. */
const paths = {
  create: '/api/v1/payments/create',
  submit: '/api/v1/payments/submit',
  fetch: '/api/v1/payments/fetch',
  pay: '/sandbox/payments',
} as const;

/**
 * Creates an invoice, pays it in parts and fetches it, as planned. Submits each receipt to two servers. At the same time, submits
 * it to one server as a receipt for another invoice.
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

function idIn(created: Call): string {
  return (JSON.parse(created.body) as { id: string }).id;
}

/** Returns the id of the receipt, which is part of the receipt's text. */
function receiptIdIn(webReceipt: string): string {
  return JSON.parse(Buffer.from(webReceipt.split('.')[1] ?? '', 'base64url').toString()).jti;
}

/**
 * Number of seconds per step of the clock. After one step all invoices have expired, and nearly all events are due again.
 */
const step = 900;
/**
 * The maximum number of steps. All of them together are less than a day, because the server deletes delivered events after a day.
 */
const mostSteps = 20;
/** Number of concurrent requests. */
const atOnce = 8;

/** Waits until every server is ready again. Returns a sentence about each server that is not ready in time. */
export async function awaitServers({ servers }: Stage, giveUpAt: number): Promise<string[]> {
  const wait = async (address: string, server: number) => {
    let last = 'no response';
    while (performance.now() < giveUpAt) {
      try {
        const response = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(6_000) });
        if (response.ok) return [];
        last = String(response.status);
      } catch {
        last = 'no response';
      }
      await sleep(100);
    }
    return [`Server ${server} is not ready after the storm: ${last} from /readyz.`];
  };
  return (await Promise.all(servers.map(({ address }, server) => wait(address, server)))).flat();
}

/** Fetches every invoice that the clients know, asking the servers in turn. */
export async function lookAtAll(caller: Caller, known: KnownInvoices, servers: number): Promise<void> {
  const left = [...known.entries()];
  const run = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const [index, invoice] = next;
      await caller.insist(index % servers, { operation: 'fetch', path: paths.fetch, body: { invoiceId: invoice }, invoice });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, run));
}

/** Moves the sandbox's clock until all invoices are final and all events delivered or given up, or until `giveUpAt`. */
export async function deliverTheRest({ servers, database }: Stage, history: History, giveUpAt: number): Promise<void> {
  const [server] = servers;
  if (!server) return;
  const count = async (condition: string) => {
    const sql = `SELECT count(*)::integer AS left FROM outbox WHERE settled_at IS NULL AND ${condition}`;
    return (await database.use((client) => client.query<{ left: number }>(sql))).rows[0]?.left ?? 0;
  };
  const until = async (condition: string, end: number) => {
    while ((await count(condition)) > 0 && performance.now() < Math.min(end, giveUpAt)) await sleep(200);
  };
  // Waits until no event is leased, because moving the clock ends all leases.
  await until('leased_by IS NOT NULL', giveUpAt);
  for (let steps = 0; (steps === 0 || (await count('true')) > 0) && steps < mostSteps && performance.now() < giveUpAt; steps++) {
    const start = timeNow();
    const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify({ advanceSeconds: step }), signal: AbortSignal.timeout(10_000) };
    await fetch(`${server.address}/sandbox/clock`, init).catch(() => undefined);
    history.add({ kind: 'clock-step', start, end: timeNow() });
    await until('true', performance.now() + 4_000);
  }
}

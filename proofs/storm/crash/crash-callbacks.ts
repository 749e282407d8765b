import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { exampleCreate } from '@payment-invoice/generated/examples';
import { createRandom } from '../../tools/random.ts';
import { type Call, listenForCalls } from '../listen-for-calls.ts';
import { type KilledServer, type Kills, startKilledServer } from './killed-server.ts';

/** How often each invoice changes: three part payments and the final one. */
const changes = 4;
/** Number of invoices paid at the same time. */
const atOnce = 8;

/** Settings of a crash test of callbacks. */
export interface CallbackCrash extends Kills {
  /** The number of deliveries. It is rounded up to a multiple of four, because each invoice causes four. */
  deliveries: number;
  seed: number;
  /** Milliseconds until the test gives up. */
  timeout: number;
}

export interface CallbackCrashReport {
  events: number;
  attempts: number;
  kills: number;
  /** Sentences about violations; empty when there are none. */
  findings: readonly string[];
}

/**
 * Kills a server repeatedly while its invoices are paid and it calls back a receiver that fails, stalls and drops connections.
 * For each response to a payment, an event with the same data and a valid signature must arrive, and each invoice's sequence
 * must have no gaps.
 */
export async function crashCallbacks({ deliveries, seed, timeout, ...often }: CallbackCrash): Promise<CallbackCrashReport> {
  const random = createRandom(seed);
  const dataDir = mkdtempSync(join(tmpdir(), 'crash-callbacks-'));
  const deadline = performance.now() + timeout;
  const server = await startKilledServer(dataDir, often, random);
  const receiver = await startUnreliableReceiver(random, () => server.callbackSecret);
  try {
    const responses = await payInvoices(server, receiver.url, Math.ceil(deliveries / changes));
    await server.spare();
    await deliverTheRest(server, receiver, responses.length, deadline);
    const attempts = [...receiver.events.values()].reduce((sum, event) => sum + event.attempts, 0);
    return {
      events: receiver.events.size,
      attempts,
      kills: server.kills,
      findings: [...receiver.findings, ...compare(responses, receiver)],
    };
  } finally {
    await server.end();
    await receiver.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Pays invoices part by part, and returns the responses. The data of each event must equal the response to its payment. */
async function payInvoices(server: KilledServer, callbackUrl: string, invoices: number): Promise<unknown[]> {
  const responses: unknown[] = [];
  let left = invoices;
  const loop = async () => {
    while (left-- > 0) {
      const { id } = await server.post('/api/v1/payments/create', { ...exampleCreate, amount: changes, callbackUrl });
      for (let i = 0; i < changes; i++) {
        const { webReceipt } = await server.post('/sandbox/payments', { invoiceId: id, amount: 1, outcome: 'completed' });
        responses.push(await server.post('/api/v1/payments/submit', { invoiceId: id, webReceipt }));
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
  return responses;
}

/**
 * Moves the sandbox's clock to the next retries until every event is accepted. There may be more events than expected: if the
 * server is killed during a create, the client never learns of the invoice, which then expires unpaid and sends an event.
 */
async function deliverTheRest(
  server: KilledServer,
  receiver: UnreliableReceiver,
  expected: number,
  deadline: number,
): Promise<void> {
  const isDone = () => receiver.events.size >= expected && [...receiver.events.values()].every(({ accepted }) => accepted);
  for (let round = 0; !(round > 0 && isDone()) && performance.now() < deadline; round++) {
    // After three rounds the receiver accepts everything. Otherwise an event might by chance fail all of its ten attempts.
    if (round === 3) receiver.recover();
    await server.post('/sandbox/clock', { advanceSeconds: 4 * 3600 });
    await sleep(1_200);
  }
}

function compare(responses: readonly unknown[], receiver: UnreliableReceiver): string[] {
  const findings: string[] = [];
  const invoices = new Map<string, { sequence: number; data: unknown }[]>();
  for (const [id, { body, accepted }] of receiver.events) {
    if (!accepted) findings.push(`${id}: never accepted.`);
    const { sequence, data } = JSON.parse(body);
    invoices.set(data.id, [...(invoices.get(data.id) ?? []), { sequence, data }]);
  }
  for (const response of responses) {
    const { id } = response as { id: string };
    if (!invoices.get(id)?.some(({ data }) => isDeepStrictEqual(data, response))) {
      findings.push(`${id}: a change that was in a response never arrived: ${JSON.stringify(response)}`);
    }
  }
  for (const [id, events] of invoices) {
    const sequences = events.map(({ sequence }) => sequence).sort((a, b) => a - b);
    if (!sequences.every((sequence, i) => sequence === i + 1)) findings.push(`${id}: its events are ${sequences.join(', ')}.`);
  }
  return findings;
}

/** An event and the attempts in which the receiver got it. */
interface ReceivedEvent {
  body: string;
  attempts: number;
  /** True once the receiver has accepted an attempt. */
  accepted: boolean;
}

/** A merchant's server that fails from time to time. */
interface UnreliableReceiver {
  url: string;
  /** The received events, keyed by `webhook-id`. */
  events: ReadonlyMap<string, ReceivedEvent>;
  /** Sentences about violations. */
  findings: string[];
  /** Makes the receiver accept everything from now on. */
  recover(): void;
  close(): Promise<void>;
}

/** Starts the receiver. It refuses 10 % of all calls with 500, drops 4 % and stalls on 2 %, and accepts the others. */
async function startUnreliableReceiver(random: () => number, secret: () => string): Promise<UnreliableReceiver> {
  const events = new Map<string, ReceivedEvent>();
  const findings: string[] = [];
  let isWell = false;

  const record = ({ headers, body, forged }: Call) => {
    const id = headers['webhook-id'] ?? '';
    if (forged !== null) findings.push(`${id}: ${forged}`);
    const event = events.get(id) ?? { body, attempts: 0, accepted: false };
    if (event.body !== body) findings.push(`${id}: an attempt sent other bytes than the one before.`);
    event.attempts += 1;
    events.set(id, event);
    return event;
  };
  const listening = await listenForCalls(secret, (call, res) => {
    const event = record(call);
    const luck = isWell ? 1 : random();
    if (luck < 0.1) res.writeHead(500).end();
    else if (luck < 0.14) res.destroy();
    else if (luck >= 0.16) {
      event.accepted = true;
      res.writeHead(204).end();
    }
  });
  return {
    ...listening,
    events,
    findings,
    recover: () => {
      isWell = true;
    },
  };
}

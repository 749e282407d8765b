import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { RunningServer } from '../../src/engine/running-server.ts';
import { close, listen, type StartOptions } from '../listen.ts';
import { readBytes } from '../read-bytes.ts';
import { type Habits, plainHabits, type Reply } from './habits.ts';
import { openLedger } from './ledger.ts';

/** Starts the second lawful server, with some lawful habits. */
export async function startSecondServer(habits: Partial<Habits>, options?: StartOptions): Promise<RunningServer> {
  const kept: Habits = { ...plainHabits, ...habits };
  const tokens = [randomUUID(), randomUUID()] as const;
  const server = createServer();
  const baseUrl = await listen(server, options);
  const ledger = openLedger(baseUrl, kept);
  const admits = limiter(kept.requestsPerSecond);

  function judge(request: IncomingMessage, text: string | undefined): Reply {
    const refuse = (status: number): Reply => ({
      status,
      headers: { 'Content-Type': kept.errorType },
      text: kept.errorBody(status),
    });
    if (!admits()) return { ...refuse(429), headers: { 'Retry-After': kept.retryAfter() } };
    const authorization = request.headers.authorization ?? '';
    const account = tokens.findIndex((token) => kept.bearer(token).test(authorization));
    if (account < 0) return refuse(kept.noToken);
    if (request.method !== 'POST') return refuse(405);
    const outcome = text === undefined ? kept.badInput : ledger.carryOut(account, request.url ?? '', text);
    if (typeof outcome === 'number') return refuse(outcome);
    const shown = { ...outcome };
    return { status: 200, headers: { 'Content-Type': 'application/json' }, text: JSON.stringify(shown), shown };
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readText(request);
    if (kept.closesConnections) response.setHeader('Connection', 'close');
    const reply = judge(request, text);
    kept.reply(reply, { method: request.method ?? '', action: request.url?.split('/').at(-1) ?? '' });
    kept.send(response, reply);
  }
  // A client that hangs up must not end the server.
  server.on('request', (request, response) => serve(request, response).catch(() => response.destroy()));

  return {
    baseUrl,
    token: tokens[0],
    otherToken: tokens[1],
    // A code that says nothing: a receipt need not be readable.
    pay: async ({ invoice, amount, outcome }) => ledger.issueReceipt(String(invoice.id), amount, outcome),
    close: () => close(server),
  };
}

async function readText(request: IncomingMessage): Promise<string | undefined> {
  const bytes = await readBytes(request);
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? text : undefined;
}

// Counts by whole seconds of the clock, so that a wait of one second is always enough.
function limiter(perSecond: number): () => boolean {
  let [second, count] = [0, 0];
  return () => {
    const now = Math.floor(Date.now() / 1000);
    count = now === second ? count + 1 : 1;
    second = now;
    return count <= perSecond;
  };
}

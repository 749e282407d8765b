import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '../evidence.ts';
import { type History, timeNow } from '../history.ts';
import type { Subject } from '../stage/start-subject.ts';

/** The parts of a request that the checks need later. */
export type CallFacts = Pick<Call, 'operation' | 'invoice' | 'key' | 'receipt' | 'token'>;

/** A request to send, possibly to several servers. */
export interface Message extends CallFacts {
  path: string;
  body: object;
  /** The token to use instead of the sandbox's. */
  bearer?: string;
}

/** Sends one client's requests, and writes each to the history. */
export interface Caller {
  client: number;
  /** Sends the request once and returns the call; `status` is null when no response came in time. */
  send(server: number, message: Message): Promise<Call>;
  /** Sends the request to one server after another until a response is not a 503. Returns undefined if every attempt fails. */
  insist(server: number, message: Message): Promise<Call | undefined>;
}

/** Milliseconds that a client waits for a response. */
const patience = 4_000;
/** Number of attempts before a client gives up on a request. */
const tries = 12;

/** Makes the functions with which a client sends requests. */
export function callServers(client: number, servers: readonly Subject[], history: History): Caller {
  const send: Caller['send'] = async (server, { path, body, bearer, ...facts }) => {
    const { address = '', token = '' } = servers[server] ?? {};
    const headers: Record<string, string> = { authorization: `Bearer ${bearer ?? token}`, 'content-type': 'application/json' };
    if (facts.key !== undefined) headers['idempotency-key'] = facts.key;
    const call: Omit<Call, 'line'> = {
      kind: 'call',
      client,
      server,
      ...facts,
      start: timeNow(),
      end: null,
      status: null,
      body: '',
    };
    try {
      const init = { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(patience) };
      const response = await fetch(address + path, init);
      const text = await response.text();
      Object.assign(call, { status: response.status, body: text, end: timeNow() });
    } catch {
      // The connection was closed or refused. The request may or may not have been handled.
    }
    history.add(call);
    return { line: 0, ...call };
  };
  return {
    client,
    send,
    insist: async (server, message) => {
      for (let time = 0; time < tries; time++) {
        const call = await send((server + time) % servers.length, message);
        if (call.status !== null && call.status !== 503) return call;
        await sleep(50 + 50 * time);
      }
      return undefined;
    },
  };
}

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { http } from '../node-http.ts';
import { areOthersBusy, aside } from '../places/places.ts';
import { waitFor } from '../places/waits.ts';

/** Settings for callbacks: where the suite listens, and how deployments reach it. */
export interface ListenerSettings {
  /** Address and port to listen on; port 0 is any free one. */
  host: string;
  port: number;
  /** URL by which the deployment reaches it, if another than its address; without a trailing slash. */
  publicUrl?: string;
  /** Secret that signs callbacks, `whsec_…`. */
  secret?: string;
  /** True if the deployment itself named the secret to this run. */
  secretIsSure?: boolean;
  /** True if the user says that the deployment reaches it. */
  vouched: boolean;
  /** Milliseconds to wait for a callback. */
  wait: number;
  /** The same while no callback at all has come and nothing else goes on: where nobody knows whether one will; `wait` unless given. */
  waitUnheard?: number;
}

/** One callback that arrived. */
export interface Call {
  method: string;
  /** Query of the URL, without the question mark. */
  query: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
  /** When it arrived, in milliseconds of real time. */
  at: number;
  /** True once it was responded to. */
  answered?: boolean;
  /** Milliseconds after which the caller hung up on a response that was held back, or that had no end. */
  closedAfter?: number;
}

/** The response of a mailbox to a callback. */
export interface MailboxResponse {
  status: number;
  headers?: Record<string, string>;
  body?: string;
  /** Closes the connection instead of responding. */
  hangUp?: boolean;
  /** Milliseconds for which the response is held back; infinite for one that never comes. */
  after?: number;
  /** Begins a response, and then sends a byte of its headers or of its body each second, for ever. */
  trickles?: 'headers' | 'body';
}

/** A URL of its own for callbacks. */
export interface Mailbox {
  url: string;
  calls: readonly Call[];
  /** Responds to the calls that arrive from now on; with 204 unless replaced. */
  respond: (count: number, call: Call) => MailboxResponse;
  /** Waits until there are enough calls, or until the time is over, and returns all that have arrived. */
  wait(enough: number | (() => boolean), milliseconds?: number): Promise<readonly Call[]>;
}

/** A small server that receives callbacks. */
export interface Listener {
  settings: ListenerSettings;
  port: number;
  /** Every call that has arrived, whichever mailbox it was for. */
  heard: readonly Call[];
  /** Tells how long a callback is waited for, in milliseconds; longer once one has come. */
  patience: () => number;
  /** Longest of the latest waits for calls that did arrive, in milliseconds. */
  slowest: () => number;
  open(): Mailbox;
  close(): Promise<void>;
}

/** Bytes of a body that are kept, and after which a body without end is cut. */
const [readAtMost, cutAt] = [256 * 1024, 16 * 1024 * 1024];
/** Calls and characters that a mailbox keeps: many times those of one invoice. Cases look through all of them at each that comes. */
const boxAtMost = { calls: 200, size: 1024 * 1024 };
/** The same of all mailboxes together. */
const heardAtMost = { calls: 20_000, size: 64 * 1024 * 1024 };
/** Waits that `slowest` looks back on: a delay among other traffic is over when that is. */
const latest = 5;
/** Wait for a call where one full wait was over and none has ever come: a fault that silences all would cost minutes. */
const discouraged = 1000;
/** How often a wait that is over looks whether other cases still run beside it, milliseconds. */
const glance = 100;

/** Starts listening. @throws Error of node:net where the address cannot be listened on */
export async function openListener(settings: ListenerSettings): Promise<Listener> {
  const boxes = new Map<string, { isFull(): boolean; receive(call: Call): MailboxResponse }>();
  let waits: number[] = [];
  const heard: Call[] = [];
  let heardSize = 0;
  let isDiscouraged = false;
  const { wait, waitUnheard = wait } = settings;
  const patience = () => (heard.length > 0 ? wait : Math.min(waitUnheard, isDiscouraged ? discouraged : wait));
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path = '', query = ''] = (request.url ?? '').split('?', 2);
    const box = boxes.get(path.split('/').at(-1) ?? '') ?? boxes.get(query);
    if (box === undefined || box.isFull()) return void response.writeHead(box === undefined ? 404 : 503).end();
    const chunks: Buffer[] = [];
    let size = 0;
    try {
      for await (const chunk of request as AsyncIterable<Buffer>) {
        if (size < readAtMost) chunks.push(chunk);
        size += chunk.length;
        if (size > cutAt) return void request.socket.destroy();
      }
    } catch {
      // The caller hung up halfway: that is no call.
      return;
    }
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, [value].flat().join(', ')]));
    const text = Buffer.concat(chunks).toString('utf8');
    const call: Call = { method: request.method ?? '', query, headers, body: text, at: performance.now() };
    const { status, headers: sent, body, hangUp = false, after, trickles } = box.receive(call);
    if (after !== undefined && !(await heldBack(response, call, after))) return;
    if (trickles !== undefined) return trickle(request.socket, call, status, trickles);
    if (hangUp) request.socket.destroy();
    else response.writeHead(status, sent).end(body);
    call.answered = true;
  };
  const server = http.createServer(receive);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(settings.port, settings.host, resolve);
  });
  // A finished run does not wait for further calls.
  server.unref();
  const { port } = server.address() as AddressInfo;
  // To some, localhost is the first of its addresses. Where there is no such one, it is the other.
  const twin = http.createServer(receive).once('error', () => undefined);
  if (settings.host === '127.0.0.1') twin.listen(port, '::1').unref();
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  const base = settings.publicUrl ?? `http://${host}:${port}`;
  return {
    settings,
    port,
    heard,
    patience,
    slowest: () => Math.max(0, ...waits),
    open() {
      const id = randomUUID();
      const calls: Call[] = [];
      const waiting = new Set<() => void>();
      const box: Mailbox = {
        url: `${base}/${id}`,
        calls,
        respond: () => ({ status: 204 }),
        wait: (enough, milliseconds) =>
          aside(() =>
            waitFor(milliseconds === undefined ? 'callbacks' : 'callbacks that must not come', milliseconds ?? wait, async () => {
              const isEnough = typeof enough === 'number' ? () => calls.length >= enough : enough;
              const since = performance.now();
              // The first call that comes, to whichever mailbox, makes the others' waits longer.
              const until = (length: number) => since + length - performance.now();
              const left = () => {
                const rest = until(milliseconds ?? patience());
                // A wait beside other cases costs nothing; on a busy machine they take longer, and so may the call.
                const isFree = milliseconds === undefined && heard.length === 0 && areOthersBusy();
                return isFree ? Math.max(rest, Math.min(glance, until(wait))) : rest;
              };
              // Calls that were there before tell nothing of how long one takes, nor does a wait for something else in a set time.
              const [isLate, before] = [milliseconds === undefined && !isEnough(), calls.length];
              while (!isEnough() && left() > 0) {
                await new Promise<void>((resolve) => {
                  const timer = setTimeout(done, Math.max(0, left()));
                  function done(): void {
                    clearTimeout(timer);
                    waiting.delete(done);
                    resolve();
                  }
                  waiting.add(done);
                });
              }
              if (isLate && isEnough() && calls.length > before) waits = [...waits, performance.now() - since].slice(-latest);
              if (milliseconds === undefined && heard.length === 0) isDiscouraged = true;
              return calls;
            }),
          ),
      };
      let size = 0;
      boxes.set(id, {
        isFull: () =>
          calls.length >= boxAtMost.calls ||
          size >= boxAtMost.size ||
          heard.length >= heardAtMost.calls ||
          heardSize >= heardAtMost.size,
        receive(call) {
          size += call.body.length;
          heardSize += call.body.length;
          heard.push(call);
          calls.push(call);
          const response = box.respond(calls.length, call);
          for (const done of [...waiting]) done();
          return response;
        },
      });
      return box;
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      twin.close();
      twin.closeAllConnections();
      await closed;
    },
  };
}

/** Responds to a call without end. */
function trickle(socket: Socket, call: Call, status: number, part: 'headers' | 'body'): void {
  const head = `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\nConnection: close\r\n`;
  socket.write(part === 'headers' ? `${head}X-Wait: ` : `${head}Content-Type: text/plain\r\n\r\n`);
  // A finished run does not wait for it.
  const timer = setInterval(() => socket.write('x'), 1000).unref();
  socket.once('close', () => {
    clearInterval(timer);
    call.closedAfter = Math.round(performance.now() - call.at);
  });
}

/** Holds a response back; returns false if the caller hung up meanwhile. */
function heldBack(response: ServerResponse, call: Call, milliseconds: number): Promise<boolean> {
  const since = performance.now();
  return new Promise((resolve) => {
    // A finished run does not wait for it.
    const timer = milliseconds === Number.POSITIVE_INFINITY ? undefined : setTimeout(() => resolve(true), milliseconds).unref();
    response.once('close', () => {
      if (response.writableEnded) return;
      clearTimeout(timer);
      call.closedAfter = Math.round(performance.now() - since);
      resolve(false);
    });
  });
}

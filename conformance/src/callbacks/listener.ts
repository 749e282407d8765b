import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { http } from '../node-http.ts';
import { areOthersBusy, aside } from '../places/places.ts';
import { waitFor } from '../places/waits.ts';

/** Settings for receiving callbacks: where the suite listens, and the URL by which the deployment reaches it. */
export interface ListenerSettings {
  /** Address to listen on. Port 0 means any free port. */
  host: string;
  port: number;
  /** URL at which the deployment reaches the listener, without a trailing slash. Default: the address itself. */
  publicUrl?: string;
  /** The secret that signs callbacks, as `whsec_…`. */
  secret?: string;
  /** True if the run started the deployment and the deployment printed the secret, so the secret is certainly right. */
  secretIsSure?: boolean;
  /** True if it is certain that the deployment can reach the listener, because the user says so. */
  vouched: boolean;
  /** Milliseconds to wait for a callback. */
  wait: number;
  /** Milliseconds to wait if no callback has ever come and no other case runs. Default: `wait`. */
  waitUnheard?: number;
}

export interface Call {
  method: string;
  /** Path and query, exactly as received. */
  target: string;
  /** Query of the URL, without the question mark. */
  query: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
  /** Time at which the call arrived, as `performance.now()`. */
  at: number;
  /** The response that `respond` chose. */
  given?: MailboxResponse;
  /** True once the listener has responded. */
  answered?: boolean;
  /** Set if the caller hung up during a delayed or endless response: the milliseconds that the caller had waited. */
  closedAfter?: number;
}

export interface MailboxResponse {
  status: number;
  headers?: Record<string, string>;
  body?: string;
  /** True to close the connection instead of responding. */
  hangUp?: boolean;
  /** Milliseconds to wait before responding. Infinity for no response at all. */
  after?: number;
  /** The part of the response that the suite sends without end, one byte each second. */
  trickles?: 'headers' | 'body';
}

/** A URL that receives the callbacks of a single case. */
export interface Mailbox {
  url: string;
  calls: readonly Call[];
  /** Chooses the response to each call. A case may replace this function for later calls. Default: 204. */
  respond: (count: number, call: Call) => MailboxResponse;
  /** Waits until enough calls have arrived or the time is over. Returns all calls that have arrived. */
  wait(enough: number | (() => boolean), milliseconds?: number): Promise<readonly Call[]>;
}

export interface Listener {
  settings: ListenerSettings;
  port: number;
  /** All calls that have arrived, in any mailbox. */
  heard: readonly Call[];
  /** Returns the milliseconds to wait for a callback. May return fewer until the first call arrives, in case none ever does. */
  patience: () => number;
  /** Returns the duration of the longest recent wait that ended with a call, in milliseconds. */
  slowest: () => number;
  open(): Mailbox;
  close(): Promise<void>;
}

/** Number of bytes of a body that are stored, and number of bytes after which the connection is closed. */
const [readAtMost, cutAt] = [256 * 1024, 16 * 1024 * 1024];
/** Limits on the calls in one mailbox: far more than an invoice causes, but few enough to search all of them at each new call. */
const boxAtMost = { calls: 200, size: 1024 * 1024 };
/** Limits on the calls in all mailboxes together. */
const heardAtMost = { calls: 20_000, size: 64 * 1024 * 1024 };
/** Number of waits that `slowest` considers: the most recent ones. Other traffic may have delayed the calls of earlier waits. */
const latest = 5;
/** Milliseconds of each later wait if the first full wait ends without a call. Otherwise the waits could add up to minutes. */
const discouraged = 1000;
/** Milliseconds by which an expired wait is extended, several times if necessary, while other cases are running. */
const glance = 100;

/** Starts the listener. @throws Error of node:net if it cannot listen on the address */
export async function openListener(settings: ListenerSettings): Promise<Listener> {
  const boxes = new Map<string, { isFull(): boolean; receive(call: Call): MailboxResponse }>();
  let waits: number[] = [];
  const heard: Call[] = [];
  let heardSize = 0;
  let isDiscouraged = false;
  const { wait, waitUnheard = wait } = settings;
  const patience = () => (heard.length > 0 ? wait : Math.min(waitUnheard, isDiscouraged ? discouraged : wait));
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = request.url ?? '';
    const [path = '', query = ''] = target.split('?', 2);
    const id = [query, ...path.split('/')].findLast((part) => boxes.has(part)) ?? '';
    const box = boxes.get(id);
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
      // The caller hung up before the request was complete, so it does not count as a call.
      return;
    }
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, [value].flat().join(', ')]));
    const text = Buffer.concat(chunks).toString('utf8');
    const call: Call = { method: request.method ?? '', target, query, headers, body: text, at: performance.now() };
    call.given = box.receive(call);
    const { status, headers: sent, body, hangUp = false, after, trickles } = call.given;
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
  // Lets the process exit although the server still listens.
  server.unref();
  const { port } = server.address() as AddressInfo;
  // Some clients resolve localhost to ::1 and others to 127.0.0.1, so the suite listens on both if it can.
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
              // The time left is computed at each check, because `patience` may return more once a call has reached any mailbox.
              const until = (length: number) => since + length - performance.now();
              const left = () => {
                const rest = until(milliseconds ?? patience());
                // While other cases run, a longer wait costs nothing, and the call may be late only because the machine is busy.
                const isFree = milliseconds === undefined && heard.length === 0 && areOthersBusy();
                return isFree ? Math.max(rest, Math.min(glance, until(wait))) : rest;
              };
              // Lets `slowest` count this wait only if it has no fixed length and not enough calls have arrived yet.
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

function trickle(socket: Socket, call: Call, status: number, part: 'headers' | 'body'): void {
  const head = `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\nConnection: close\r\n`;
  socket.write(part === 'headers' ? `${head}X-Wait: ` : `${head}Content-Type: text/plain\r\n\r\n`);
  // Unreferenced, so that the timer does not keep a finished run alive.
  const timer = setInterval(() => socket.write('x'), 1000).unref();
  socket.once('close', () => {
    clearInterval(timer);
    call.closedAfter = Math.round(performance.now() - call.at);
  });
}

/** Delays a response. Resolves to false if the caller hangs up during the delay. */
function heldBack(response: ServerResponse, call: Call, milliseconds: number): Promise<boolean> {
  const since = performance.now();
  return new Promise((resolve) => {
    // Unreferenced, so that the timer does not keep a finished run alive.
    const timer = milliseconds === Number.POSITIVE_INFINITY ? undefined : setTimeout(() => resolve(true), milliseconds).unref();
    response.once('close', () => {
      if (response.writableEnded) return;
      clearTimeout(timer);
      call.closedAfter = Math.round(performance.now() - since);
      resolve(false);
    });
  });
}

import { isUtf8 } from 'node:buffer';
import { connect, createServer, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Contract } from '../contract/contract.ts';
import { type TlsSettings, tlsOptions } from '../http/connection.ts';
import type { Exchange } from '../http/exchange.ts';
import { unpackBody } from '../http/unpack-body.ts';
import { baseOf, belowBase } from '../judge/below-base.ts';
import { TrafficJudge } from '../judge/judge-exchange.ts';
import { TrafficMask } from '../judge/mask-exchange.ts';
import { Tally } from '../judge/tally.ts';
import type { Finding } from '../outcome/finding.ts';
import type { Message } from './message-reader.ts';
import { ConnectionObserver, type Observed } from './observe-connection.ts';

/** Judges the traffic that `watch` forwards. */
export class Watcher {
  readonly tally = new Tally();
  /** Number of exchanges that were too large or could not be parsed. `lost` is the number of connections that were not HTTP/1. */
  unread = 0;
  lost = 0;
  /** Number of requests without a response. They prove nothing about the contract. */
  unanswered = 0;
  readonly #contract: Contract;
  readonly #judge: TrafficJudge;
  readonly #mask: TrafficMask;
  readonly #upstream: URL;
  readonly #base: string;

  /** @param upstream the base URL to which the traffic goes */
  constructor(contract: Contract, features: ReadonlySet<string>, upstream: URL) {
    this.#contract = contract;
    this.#judge = new TrafficJudge(contract, features);
    this.#mask = new TrafficMask(contract);
    this.#upstream = upstream;
    this.#base = upstream.href.replace(/(?<!\/)\/+$/, '');
  }

  /** Judges an exchange. Returns its findings, except those of a kind that has already been reported. */
  take(observed: Observed): Finding[] {
    const exchange = toExchange(observed, this.#upstream);
    if (exchange === undefined) this.unread++;
    else if (baseOf(this.#contract, exchange) !== this.#base) this.tally.ignored++;
    else if (exchange.answer === undefined) this.unanswered++;
    else {
      const original = belowBase(exchange, this.#base);
      return this.tally.add(this.#judge.judge(this.#mask.mask(original), original), original.startedAt);
    }
    return [];
  }

  /** Describes what could not be judged, one sentence for each reason. */
  get trouble(): string[] {
    return [
      ...(this.unanswered > 0 ? [`${this.unanswered} requests had no response.`] : []),
      ...(this.unread > 0 ? [`${this.unread} exchanges were too large to be checked.`] : []),
      ...(this.lost > 0 ? [`${this.lost} connections did not use HTTP/1, and were forwarded without being checked.`] : []),
    ];
  }
}

/** Converts observed traffic to an exchange. Returns undefined if its path or a body cannot be parsed. */
function toExchange({ request, response, startedAt, milliseconds }: Observed, upstream: URL): Exchange | undefined {
  const [method = '', target = ''] = request.line.split(' ');
  const address = target.startsWith('/') ? `${upstream.origin}${target}` : target;
  if (!URL.canParse(address)) return undefined;
  const { pathname, search } = new URL(address);
  const url = `${upstream.origin}${pathname}${search}`;
  const body = readText(request);
  if (body === undefined) return undefined;
  const sent = {
    url,
    request: { method, path: `${pathname}${search}`, headers: request.headers, ...(body.text !== '' && { body: body.text }) },
    startedAt: new Date(startedAt).toISOString(),
    milliseconds,
  };
  if (response === undefined) return { ...sent, failure: 'the connection was closed before a response came' };
  const text = readText(response);
  if (text === undefined) return undefined;
  const headers = response.headers.map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  return { ...sent, answer: { status: Number(response.line.slice(9, 12)), headers, ...text } };
}

function readText({ headers, body, isWhole }: Message): { text: string; unreadable?: true } | undefined {
  if (!isWhole) return undefined;
  const encodings = headers.flatMap(([name, value]) => (name.toLowerCase() === 'content-encoding' ? [value] : []));
  const { bytes, unread } = unpackBody(body, encodings);
  if (unread !== undefined) return undefined;
  return { text: bytes.toString('utf8'), ...(!isUtf8(bytes) && { unreadable: true as const }) };
}

export interface PassThrough {
  host: string;
  port: number;
  close(): Promise<void>;
}

/** The address to listen on, the server to forward bytes to, and callbacks for events. */
export interface PassThroughSettings {
  host: string;
  port: number;
  upstream: URL;
  tls?: TlsSettings;
  onExchange(observed: Observed): void;
  /** Called if a connection cannot be parsed. Its bytes are forwarded all the same. */
  onLost(): void;
  /** Called with the error if the server cannot be reached. */
  onUnreachable(error: Error): void;
}

/** Forwards bytes in both directions. An observer gets a copy of them. It can neither change nor delay the traffic. */
export async function openPassThrough(settings: PassThroughSettings): Promise<PassThrough> {
  const { upstream, tls, onExchange, onLost, onUnreachable } = settings;
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const target = openUpstream(upstream, tls);
    const observer = new ConnectionObserver(onExchange, onLost);
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    }
    // These listeners only observe. The pipes still apply back-pressure in both directions.
    client.on('data', (bytes: Buffer) => observer.sent(bytes));
    target.on('data', (bytes: Buffer) => observer.received(bytes));
    client.pipe(target);
    target.pipe(client);
    let isReached = false;
    target.once(upstream.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
      isReached = true;
    });
    target.on('error', (error) => {
      if (!isReached) onUnreachable(error);
      client.destroy();
    });
    client.on('error', () => target.destroy());
    target.once('close', () => {
      observer.end();
      if (!client.writableEnded) client.destroy();
    });
    client.once('close', () => target.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(settings.port, settings.host, resolve);
  });
  const { port } = server.address() as { port: number };
  return {
    host: settings.host,
    port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function openUpstream({ protocol, hostname, port }: URL, tls?: TlsSettings): Socket {
  const host = hostname.replace(/^\[(.*)]$/, '$1');
  const isTls = protocol === 'https:';
  const where = { host, port: Number(port || (isTls ? 443 : 80)), allowHalfOpen: true };
  // An IP address must not be sent as a TLS server name (RFC 6066 §3). The certificate is still checked against the address.
  const socket = isTls
    ? connectTls({ ...tlsOptions(tls), ...where, ...(isIP(host) === 0 && { servername: host }) })
    : connect({ ...where, noDelay: true });
  socket.setNoDelay(true);
  return socket;
}

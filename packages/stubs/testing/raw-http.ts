import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A response as it was received. */
export interface RawResponse {
  status: number;
  /** The headers by their names in lower case. */
  headers: Readonly<Record<string, string>>;
  text: string;
  /** The parsed `text`; empty when it is not JSON. */
  json: { code?: string; [name: string]: unknown };
}

/** A connection on which a test can write any bytes. */
export class RawConnection {
  readonly socket: Socket;
  #received = Buffer.alloc(0);
  #closed = false;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => (this.#received = Buffer.concat([this.#received, chunk])));
    socket.on('close', () => (this.#closed = true));
  }

  static async open(port: number): Promise<RawConnection> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const connection = new RawConnection(socket);
    await once(socket, 'connect');
    return connection;
  }

  write(bytes: string | Buffer): this {
    this.socket.write(bytes);
    return this;
  }

  /** Reads the next response, which has no body if `head` is true. Throws an Error when the connection ends first. */
  async read({ head = false } = {}): Promise<RawResponse> {
    for (;;) {
      const response = this.#take(head);
      if (response) return response;
      if (this.#closed) throw new Error(`The connection ended after ${JSON.stringify(this.#received.toString())}`);
      await Promise.race([once(this.socket, 'data'), once(this.socket, 'close')]);
    }
  }

  /** Waits until the other side closes the connection. Returns what arrived after the last response. */
  async ended(): Promise<string> {
    while (!this.#closed) await once(this.socket, 'close');
    return this.#received.toString();
  }

  #take(head: boolean): RawResponse | undefined {
    const end = this.#received.indexOf('\r\n\r\n');
    if (end < 0) return undefined;
    const [line = '', ...fields] = this.#received.subarray(0, end).toString('latin1').split('\r\n');
    const headers = Object.fromEntries(
      fields.map((field) => [field.slice(0, field.indexOf(':')).toLowerCase(), field.slice(field.indexOf(':') + 1).trim()]),
    );
    const length = head ? 0 : Number(headers['content-length'] ?? 0);
    if (this.#received.length < end + 4 + length) return undefined;
    const text = this.#received.subarray(end + 4, end + 4 + length).toString();
    this.#received = this.#received.subarray(end + 4 + length);
    return { status: Number(line.split(' ')[1]), headers, text, json: text.startsWith('{') ? JSON.parse(text) : {} };
  }
}

/** The parts of a request that a test chooses. By default the request is a successful createPayment. */
export interface RawSketch {
  method?: string;
  target?: string;
  version?: string;
  /** Replacements for the header lines Host, Authorization, Content-Type and Content-Length. */
  head?: Readonly<Record<string, string | undefined>>;
  /** Additional header lines. */
  more?: readonly string[];
  body?: string | Buffer;
}

/** The body of a successful createPayment. */
export const validBody = '{"cashTag":"$coffeeshop","amount":12.5}';

/** Writes the bytes of a request. */
export function writeRequest(sketch: RawSketch = {}): Buffer {
  const { method = 'POST', target = '/api/v1/payments/create', version = '1.1', head, more = [], body = validBody } = sketch;
  const lines = {
    Host: 'shop.test',
    Authorization: 'Bearer good',
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    ...head,
  };
  const written = Object.entries(lines).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  return Buffer.concat([
    Buffer.from(`${[`${method} ${target} HTTP/${version}`, ...written, ...more].join('\r\n')}\r\n\r\n`, 'latin1'),
    Buffer.from(body),
  ]);
}

export interface Message extends Head {
  body: Buffer;
  /** False if only the beginning of the body was stored, because it was too long. */
  isWhole: boolean;
}

/** Maximum number of bytes of a head, and of a body, that are stored. */
const headAtMost = 64 * 1024;
const bodyAtMost = 256 * 1024;
/** Maximum number of bytes in a line with a chunk size, or in a trailer line. */
const lineAtMost = 16 * 1024;
const blank = Buffer.from('\r\n\r\n');
const lineBreak = 0x0a;

/** Parses the messages of one direction of a connection, from a copy of their bytes. Stores at most one message at a time. */
export class MessageReader {
  readonly #endingOf: (head: Head) => Ending;
  readonly #onMessage: (message: Message) => void;
  readonly #onHead: (head: Head) => void;
  #rest: Buffer = Buffer.alloc(0);
  /** Chunks that were received after `#rest`. None of them contains a line break. */
  #waiting: Buffer[] = [];
  #waitingSize = 0;
  #head: Head | undefined;
  #kept: Buffer[] = [];
  #size = 0;
  /** Number of bytes of the body or chunk that are still to come. Undefined while the size of the next chunk is not known. */
  #left: number | undefined;
  #ending: Ending = { bytes: 0 };
  #isTrailer = false;

  /** @param onHead called as soon as the head of a message is complete, to record the time */
  constructor(endingOf: (head: Head) => Ending, onMessage: (message: Message) => void, onHead: (head: Head) => void = () => {}) {
    this.#endingOf = endingOf;
    this.#onMessage = onMessage;
    this.#onHead = onHead;
  }

  /** Processes the next bytes. @throws NoHttp if they are not an HTTP message */
  read(bytes: Buffer): void {
    // `#rest` holds an unfinished head or line, and only a line break can complete it. Until a chunk contains a line break,
    // chunks are only collected: joining them each time would take quadratic time.
    if (this.#rest.length > 0 && this.#rest.length + this.#waitingSize <= headAtMost && !bytes.includes(lineBreak)) {
      this.#waiting.push(Buffer.from(bytes));
      this.#waitingSize += bytes.length;
      return;
    }
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, ...this.#waiting, bytes]);
    this.#waiting = [];
    this.#waitingSize = 0;
    while (this.#rest.length > 0 && this.#step());
    // Copies the bytes, because a slice would keep the whole network buffer in memory.
    if (this.#rest.length > 0) this.#rest = Buffer.from(this.#rest);
  }

  /** Handles the end of the connection, which is also the end of a body without a length. */
  end(): void {
    if (this.#head && this.#ending === 'close') this.#finish();
  }

  /** Processes the next part of a message, such as its head. Returns false if more bytes are needed first. */
  #step(): boolean {
    if (!this.#head) return this.#readHead();
    if (this.#ending === 'close') return this.#readBody(this.#rest.length);
    if (this.#left === undefined) return this.#readChunkSize();
    if (!this.#readBody(Math.min(this.#left, this.#rest.length)) && this.#left > 0) return false;
    if (this.#left === 0 && this.#ending !== 'chunked') this.#finish();
    else if (this.#left === 0) this.#left = undefined;
    return true;
  }

  #readHead(): boolean {
    // Empty lines before a message are allowed (RFC 9112, section 2.2).
    while (this.#rest[0] === 0x0d || this.#rest[0] === 0x0a) this.#rest = this.#rest.subarray(1);
    const end = this.#rest.indexOf(blank);
    if (end < 0) {
      if (this.#rest.length > headAtMost) throw new NoHttp('a head without an end');
      return false;
    }
    const head = readHead(this.#rest.toString('latin1', 0, end));
    this.#rest = this.#rest.subarray(end + blank.length);
    this.#head = head;
    this.#onHead(head);
    this.#ending = this.#endingOf(head);
    this.#left = typeof this.#ending === 'object' ? this.#ending.bytes : undefined;
    if (this.#left === 0) this.#finish();
    return true;
  }

  #readBody(count: number): boolean {
    const part = this.#rest.subarray(0, count);
    this.#rest = this.#rest.subarray(count);
    if (this.#size < bodyAtMost && count > 0) this.#kept.push(Buffer.from(part));
    this.#size += count;
    if (this.#left !== undefined) this.#left -= count;
    return count > 0;
  }

  #readChunkSize(): boolean {
    const end = this.#rest.indexOf('\r\n');
    if (end < 0) {
      if (this.#rest.length > lineAtMost) throw new NoHttp('a line without an end');
      return false;
    }
    const line = this.#rest.toString('latin1', 0, end);
    this.#rest = this.#rest.subarray(end + 2);
    if (this.#isTrailer) {
      if (line === '') this.#finish();
      return true;
    }
    // Skips the line break after the data of the previous chunk.
    if (line === '') return true;
    const size = Number.parseInt(line, 16);
    if (!/^[0-9a-f]+/i.test(line) || !Number.isSafeInteger(size)) throw new NoHttp('a chunk without a size');
    if (size === 0) this.#isTrailer = true;
    else this.#left = size;
    return true;
  }

  #finish(): void {
    const message = { ...(this.#head as Head), body: Buffer.concat(this.#kept), isWhole: this.#size <= bodyAtMost };
    this.#head = undefined;
    this.#kept = [];
    this.#size = 0;
    this.#left = undefined;
    this.#isTrailer = false;
    this.#ending = { bytes: 0 };
    this.#onMessage(message);
  }
}

/** The head of a message: its first line and its headers. */
interface Head {
  line: string;
  headers: [name: string, value: string][];
}

/** How the end of a body is recognized: after a number of bytes, after the last chunk, or when the connection closes. */
type Ending = { bytes: number } | 'chunked' | 'close';

/** Thrown if the bytes are not an HTTP/1 message. The rest of the connection cannot be parsed either. */
class NoHttp extends Error {
  override name = 'NoHttp';
}

/** Parses the head of a message. @throws NoHttp if it is not an HTTP/1 head */
function readHead(text: string): Head {
  const [line = '', ...rest] = text.split('\r\n');
  if (!/^(HTTP\/1\.[01] \d{3}|\S+ \S+ HTTP\/1\.[01]$)/.test(line)) throw new NoHttp('no HTTP/1 message');
  const headers = rest.map((header): [string, string] => {
    const at = header.indexOf(':');
    if (at < 1) throw new NoHttp('a header without a name');
    return [header.slice(0, at), header.slice(at + 1).trim()];
  });
  return { line, headers };
}

/** Returns how the end of a request's body is recognized. @throws NoHttp if its Content-Length is not a number */
export const endingOfRequest = ({ headers }: Head): Ending => declaredEnding(headers) ?? { bytes: 0 };

/** Returns how the end of a response's body is recognized, given the request's method. @throws NoHttp as for a request */
export function endingOfResponse({ line, headers }: Head, method: string): Ending {
  const status = Number(line.slice(9, 12));
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return { bytes: 0 };
  return declaredEnding(headers) ?? 'close';
}

function declaredEnding(headers: Head['headers']): Ending | undefined {
  const valueFor = (wanted: string): string | undefined => headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
  if (/\bchunked\b/i.test(valueFor('transfer-encoding') ?? '')) return 'chunked';
  const length = valueFor('content-length');
  if (length === undefined) return undefined;
  if (!/^\d+$/.test(length)) throw new NoHttp('a Content-Length that is not a number');
  return { bytes: Number(length) };
}

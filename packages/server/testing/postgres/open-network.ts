import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The names of the statements whose responses confirm to a client that an invoice was created or changed. */
const commits = ['create', 'change'];

/** A simulated network between a server and its database, which a test can interrupt. */
export interface Network {
  port: number;
  /** Drops the response to the next commit. Resolves with false if no commit follows within `patience` milliseconds. */
  swallowAnswer(patience: number): Promise<boolean>;
  /** Closes all connections. */
  cut(): void;
  /** Blocks all traffic in both directions until `resume` is called. */
  stall(): void;
  resume(): void;
  close(): Promise<void>;
}

/** Opens a network in front of a database. `rewrite` returns a new text for a prepared statement. */
export async function openNetwork(target: URL, rewrite: (name: string, text: string) => string): Promise<Network> {
  const { hostname } = target;
  const port = Number(target.port || '5432');
  const links = new Set<{ cut(): void; pause(): void; resume(): void }>();
  let isStalled = false;
  let swallow: ((isDone: boolean) => void) | undefined;
  const link = (near: Socket) => {
    const far = connect(port, hostname);
    const cut = () => {
      near.destroy();
      far.destroy();
      links.delete(one);
    };
    const both = [near, far];
    const one = {
      cut,
      pause: () => {
        for (const socket of both) socket.pause();
      },
      resume: () => {
        for (const socket of both) socket.resume();
      },
    };
    links.add(one);
    for (const socket of both) socket.setNoDelay(true).on('error', cut).on('close', cut);
    /** The number of statements that have not ended. Opening the connection counts as one. */
    let awaited = 1;
    /** The number of statements that must still end, up to and including the one whose response is dropped. */
    let swallowUntil: number | undefined;
    let done: ((isDone: boolean) => void) | undefined;
    const onNear = ({ type, bytes }: Frame) => {
      if (type === 'B' && swallow && commits.includes(statementOf(bytes))) {
        swallowUntil = awaited + 1;
        done = swallow;
        swallow = undefined;
      }
      if (type === 'S' || type === 'Q') awaited += 1;
      far.write(type === 'P' ? rewriteParse(bytes, rewrite) : bytes);
    };
    const onFar = ({ type, bytes }: Frame) => {
      const isSwallowed = swallowUntil === 1;
      if (type === 'Z') {
        awaited -= 1;
        if (swallowUntil !== undefined) swallowUntil -= 1;
      }
      if (!isSwallowed) near.write(bytes);
      else if (type === 'Z') {
        cut();
        done?.(true);
      }
    };
    near.on('data', readFrames(true, onNear));
    far.on('data', readFrames(false, onFar));
    if (isStalled) one.pause();
  };
  const server = createServer(link).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    swallowAnswer: (patience) =>
      new Promise((resolve) => {
        const giveUp = setTimeout(() => {
          swallow = undefined;
          resolve(false);
        }, patience);
        swallow = (isDone) => {
          clearTimeout(giveUp);
          resolve(isDone);
        };
      }),
    cut: () => {
      for (const { cut } of links) cut();
    },
    stall: () => {
      isStalled = true;
      for (const { pause } of links) pause();
    },
    resume: () => {
      isStalled = false;
      for (const { resume } of links) resume();
    },
    close: async () => {
      for (const { cut } of links) cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns the statement's name in a Bind message, where it follows the name of the portal. */
const statementOf = (bytes: Buffer): string => readText(bytes, bytes.indexOf(0, 5) + 1);

/** A message of PostgreSQL's protocol. The first message of a client has no type; its `type` is empty. */
interface Frame {
  type: string;
  /** The whole message, including its header. */
  bytes: Buffer;
}

/** Splits a stream into messages. `hasOpening` is true for a client's stream, whose first message has no type. */
function readFrames(hasOpening: boolean, onFrame: (frame: Frame) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let isOpening = hasOpening;
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      const head = isOpening ? 0 : 1;
      if (rest.length < head + 4) return;
      const length = head + rest.readUInt32BE(head);
      if (rest.length < length) return;
      const bytes = rest.subarray(0, length);
      rest = rest.subarray(length);
      const type = isOpening ? '' : String.fromCharCode(bytes[0] ?? 0);
      isOpening = false;
      onFrame({ type, bytes });
    }
  };
}

/** Reads a zero-terminated string. */
const readText = (bytes: Buffer, from: number): string => bytes.toString('utf8', from, bytes.indexOf(0, from));

/** Replaces the statement's text in a message that prepares the statement. */
function rewriteParse(bytes: Buffer, rewrite: (name: string, text: string) => string): Buffer {
  const name = readText(bytes, 5);
  const textAt = 5 + Buffer.byteLength(name) + 1;
  const text = readText(bytes, textAt);
  const changed = rewrite(name, text);
  if (changed === text) return bytes;
  const types = bytes.subarray(textAt + Buffer.byteLength(text) + 1);
  const made = Buffer.concat([bytes.subarray(0, textAt), Buffer.from(`${changed}\0`), types]);
  made.writeUInt32BE(made.length - 1, 1);
  return made;
}

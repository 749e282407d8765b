import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type Command, endGroup } from './command.ts';

/**
 * A command for the program that drives a generated client. The program reads it as one line of JSON, and replies with
 * one line.
 */
export type Order =
  | { op: 'create'; url: string; token: string; body: CreateBody; key?: string }
  | { op: 'fetch'; url: string; token: string; body: { invoiceId: string } }
  | { op: 'submit'; url: string; token: string; body: { invoiceId: string; webReceipt: string } }
  | { op: 'sweep'; from: number; to: number }
  | { op: 'event'; payload: string; headers: Record<string, string>; secret: string };

/** The body of a create. The amount is text, which each program converts to its client's type of number. */
export interface CreateBody {
  cashTag: string;
  amount: string;
  isWhiteLabel?: boolean;
  callbackUrl?: string;
  returnUrl?: string;
}

/** An invoice as the client's types represent it: amounts in the language's own notation, times in milliseconds since 1970. */
export interface ReadInvoice {
  id: string;
  paymentUrl: string;
  cashTag: string;
  note: string;
  amount: string;
  isWhiteLabel: boolean;
  receiptId: string | null;
  paidAmount: string | null;
  status: string;
  returnUrl: string | null;
  expiresAt: number;
  createdAt: number;
}

export interface Reply {
  invoice?: ReadInvoice;
  /** A refusal that the client parsed as a problem; `status` is the HTTP status. */
  problem?: { status: number; code: string | null; items?: string[] };
  /** Any other failure. `status` is the HTTP status, or null when the client does not report it. */
  failure?: { status: number | null; kind: string; message?: string };
  /** The number of tested amounts, and how many of them were changed by the client. */
  sweep?: { tried: number; wrong: number; first?: string[] };
  event?: { type: string; sequence: number; invoice: ReadInvoice };
}

/** A running program that drives a generated client. */
export interface Driver {
  /** Sends an order. More orders may be sent before the first reply; the replies come in the sequence of their orders. */
  send(order: Order): Promise<Reply>;
  close(): Promise<void>;
}

/** Seconds to wait for a reply. Writing and reading every amount takes minutes, and Java starts slowly on a busy machine. */
const replySeconds = { sweep: 3600, other: 90 };

/** Starts a program that drives a client. Keeps the program's standard error to show it if the program ends too early. */
export function startDriver({ argv, cwd, env }: Command, signal: AbortSignal): Driver {
  const [program = '', ...args] = argv;
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: 'pipe', detached: true });
  const end = () => endGroup(child.pid);
  signal.addEventListener('abort', end);
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-2000);
  });
  // Ignores errors when writing to a program that has ended, because its missing reply is reported anyway.
  child.stdin.on('error', () => {});
  const gone = once(child, 'close').catch((error: Error) => {
    said += error.message;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const read = async ({ op }: Order): Promise<Reply> => {
    const timer = setTimeout(end, 1000 * (op === 'sweep' ? replySeconds.sweep : replySeconds.other));
    try {
      const { done, value } = await lines.next();
      signal.throwIfAborted();
      if (done) throw new Error(`The program ended without a reply to ${op}: ${said.trim() || 'it said nothing'}`);
      return JSON.parse(value) as Reply;
    } finally {
      clearTimeout(timer);
    }
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    send(order) {
      child.stdin.write(`${JSON.stringify(order)}\n`);
      const reply = last.then(
        () => read(order),
        () => read(order),
      );
      last = reply;
      return reply;
    },
    async close() {
      child.stdin.end();
      const timer = setTimeout(end, 5000);
      await gone;
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
    },
  };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type Command, endGroup } from './command.ts';

/** An order to a program that drives a generated client: one JSON line in, one JSON line out. */
export type Order =
  | { op: 'create'; url: string; token: string; body: CreateBody; key?: string }
  | { op: 'fetch'; url: string; token: string; body: { invoiceId: string } }
  | { op: 'submit'; url: string; token: string; body: { invoiceId: string; webReceipt: string } }
  | { op: 'sweep'; from: number; to: number }
  | { op: 'event'; payload: string; headers: Record<string, string>; secret: string };

/** The amount as text: each program makes of it the number type that its client has. */
export interface CreateBody {
  cashTag: string;
  amount: string;
  isWhiteLabel?: boolean;
  callbackUrl?: string;
  returnUrl?: string;
}

/** An invoice as the client's types hold it: amounts in the language's own spelling, times in milliseconds since 1970. */
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
  /** A refusal that the client could read as a problem; `status` is the HTTP status. */
  problem?: { status: number; code: string | null; items?: string[] };
  /** Anything else; `status` is the HTTP status where the client still tells it. */
  failure?: { status: number | null; kind: string; message?: string };
  /** How many amounts were written and read, and how many of them came out different. */
  sweep?: { tried: number; wrong: number; first?: string[] };
  event?: { type: string; sequence: number; invoice: ReadInvoice };
}

/** A running program that drives a generated client. */
export interface Driver {
  send(order: Order): Promise<Reply>;
  close(): Promise<void>;
}

/** A sweep of every amount takes minutes. */
const replySeconds = { sweep: 3600, other: 30 };

/** Starts a program that drives a client. Its standard error is kept for when it ends early. */
export function startDriver({ argv, cwd, env }: Command, signal: AbortSignal): Driver {
  const [program = '', ...args] = argv;
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: 'pipe', detached: true });
  const end = () => endGroup(child.pid);
  signal.addEventListener('abort', end);
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-2000);
  });
  // A program that has ended is told by its missing reply.
  child.stdin.on('error', () => {});
  const gone = once(child, 'close').catch((error: Error) => {
    said += error.message;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async send(order) {
      child.stdin.write(`${JSON.stringify(order)}\n`);
      const timer = setTimeout(end, 1000 * (order.op === 'sweep' ? replySeconds.sweep : replySeconds.other));
      try {
        const { done, value } = await lines.next();
        signal.throwIfAborted();
        if (done) throw new Error(`The program ended without a reply to ${order.op}: ${said.trim() || 'it said nothing'}`);
        return JSON.parse(value) as Reply;
      } finally {
        clearTimeout(timer);
      }
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

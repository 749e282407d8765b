import { type Callbacks, callbacks } from './callbacks.ts';
import { type Lifecycle, lifecycle } from './lifecycle.ts';
import type { Account, Invoice, Memory } from './memory.ts';
import type { Message, Reply } from './message.ts';

/** The steps of the full server, in the order in which a request meets them; a fault replaces one. */
export interface FullSteps {
  /** Changes a request before it is judged. */
  request(message: Message, memory: Memory): void | Promise<void>;
  /** Finds the invoice with this id that the account may see. */
  find(id: string, account: Account, memory: Memory): Invoice | undefined;
  /** Makes the id of a new invoice from letters and digits that no other has. */
  idOf(letters: string): string;
  /** Judges what no schema says of a request, as it would be carried out. @throws Problem */
  examine(operation: string, body: Record<string, unknown>, invoice?: Invoice): void;
  /** Milliseconds that an invoice lives; the contract's default unless given. */
  lifetime?: number;
  /** Gives the name that an idempotency key is kept under. */
  keyOf(account: Account, key: string): string;
  /** Gives a text that is the same for two bodies that are the same. */
  fingerprint(body: Record<string, unknown>, message: Message): string;
  /** Ends and begins again, with what was kept. */
  restart(memory: Memory): void;
  lifecycle: Lifecycle;
  callbacks: Callbacks;
  /** Changes a response on its way out. */
  reply(reply: Reply, message: Message, memory: Memory): void | Promise<void>;
}

/** The steps of a server without a fault. */
export const full: FullSteps = {
  request() {},
  find(id, account, memory) {
    const invoice = memory.invoices.get(id);
    return invoice?.account === account ? invoice : undefined;
  },
  examine() {},
  idOf: (letters) => `inv_${letters.toLowerCase()}`,
  keyOf: (account, key) => `${account.name} ${key.replace(/^"(.*)"$/, '$1')}`,
  fingerprint: (body) => JSON.stringify(Object.entries(body).sort(([one], [other]) => (one < other ? -1 : 1))),
  restart() {},
  lifecycle,
  callbacks,
  reply() {},
};

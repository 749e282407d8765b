import { type Callbacks, callbacks } from './callbacks.ts';
import { type Lifecycle, lifecycle } from './lifecycle.ts';
import type { Account, Invoice, Memory } from './memory.ts';
import type { Message, Reply } from './message.ts';

/** The steps of the full server, in the order of a request. A fault replaces one. */
export interface FullSteps {
  /** Changes a request before it is checked. */
  request(message: Message, memory: Memory): void | Promise<void>;
  /** Finds the invoice with this id if the account may see it. */
  find(id: string, account: Account, memory: Memory): Invoice | undefined;
  /** Makes the id of a new invoice from unique letters and digits. */
  idOf(letters: string): string;
  /**
   * Checks the rules about a request that no schema states, just before it is carried out.
   * @throws Problem
   */
  examine(operation: string, body: Record<string, unknown>, invoice?: Invoice): void;
  /** Milliseconds until an invoice expires; by default those of the contract. */
  lifetime?: number;
  /** Returns the name under which an idempotency key is stored. */
  keyOf(account: Account, key: string): string;
  /** Returns a text that is equal for two bodies if, and only if, they count as the same. */
  fingerprint(body: Record<string, unknown>, message: Message): string;
  /** Stops and starts again with the stored data. */
  restart(memory: Memory): void;
  lifecycle: Lifecycle;
  callbacks: Callbacks;
  /** Changes a response before it is sent. */
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

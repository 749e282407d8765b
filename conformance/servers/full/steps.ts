import { type Callbacks, callbacks } from './callbacks.ts';
import { type Lifecycle, lifecycle } from './lifecycle.ts';
import type { Account, Invoice, Memory } from './memory.ts';
import type { Message, Reply } from './message.ts';

/** The steps of the full server, roughly in the order in which a request reaches them. A fault replaces one or more of them. */
export interface FullSteps {
  /** Changes a request before it is checked. */
  request(message: Message, memory: Memory): void | Promise<void>;
  /** Finds the invoice with this id, if the account may see it. */
  find(id: string, account: Account, memory: Memory): Invoice | undefined;
  /** Makes the id of a new invoice. `letters` is a unique string of letters and digits. */
  idOf(letters: string): string;
  /** Checks the rules that no schema can express, just before a request is carried out. @throws Problem if one is broken */
  examine(
    operation: string,
    body: Record<string, unknown>,
    invoice: Invoice | undefined,
    by: { account: Account; memory: Memory },
  ): void;
  /** Milliseconds until an invoice expires. Default: the lifetime in the contract. */
  lifetime?: number;
  /** Returns the name under which the response for an idempotency key is stored. */
  keyOf(account: Account, key: string): string;
  /** Returns a string that is the same for two bodies if and only if the server treats them as the same request. */
  fingerprint(body: Record<string, unknown>, message: Message): string;
  /** Simulates a restart of the server with its stored data. By default nothing is lost. */
  restart(memory: Memory): void;
  lifecycle: Lifecycle;
  callbacks: Callbacks;
  /** Changes a response before it is sent. */
  reply(reply: Reply, message: Message, memory: Memory): void | Promise<void>;
}

/** The steps of a correct server. */
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

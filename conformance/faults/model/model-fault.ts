import { randomUUID } from 'node:crypto';
import type { Fault } from '../fault.ts';
import type { Memory } from './memory.ts';
import type { Message, Reply } from './message.ts';
import { type Replaced, startModel } from './start-model.ts';

/** A fault of the model. What is replaced is made anew at each start. */
export function modelFault(told: Omit<Fault, 'start'>, replaced: () => Replaced): Fault {
  return { ...told, start: (options) => startModel(replaced(), options) };
}

/** create, submit, fetch, or what else the path ends in. */
export function actionOf({ path }: Message): string {
  return path.split('/').at(-1) ?? '';
}

/** Changes the invoice in each success, or in those of one operation. */
export function changeInvoice(change: (invoice: Record<string, unknown>, memory: Memory) => void, action?: string): Replaced {
  return {
    reply(reply, message, memory) {
      if (!isInvoice(reply) || (action !== undefined && actionOf(message) !== action)) return;
      const copy = { ...(reply.body as Record<string, unknown>) };
      change(copy, memory);
      reply.body = copy;
    },
  };
}

/** Changes each answer that is a problem, of one code or of any. */
export function changeProblem(
  change: (problem: Record<string, unknown>, reply: Reply, message: Message) => void,
  code?: string,
): Replaced {
  return {
    reply(reply, message) {
      if (reply.status < 400) return;
      const problem = reply.body as Record<string, unknown>;
      if (code === undefined || problem.code === code) change(problem, reply, message);
    },
  };
}

/** Whether the answer is a success with an invoice. */
export function isInvoice({ status, body }: Reply): boolean {
  return status < 300 && typeof body === 'object' && body !== null && Object.hasOwn(body, 'id');
}

/** A token of the first account, which is not revoked. */
export function anyToken(memory: Memory): string {
  return [...memory.tokens.keys()][0] ?? '';
}

/** The id of the first account's newest open invoice. */
export function newestId(memory: Memory): string {
  const open = [...memory.invoices.values()].findLast(
    ({ account, shown }) => account.name === 'merchant' && ['PENDING', 'UNDER_PAID'].includes(shown.status),
  );
  return open?.shown.id ?? '';
}

/** A receipt that pays a cent of the invoice, so that it stays open. */
export function centReceipt(memory: Memory, id: unknown): string {
  const invoice = memory.invoices.get(String(id));
  const text = `receipt-${randomUUID()}`;
  memory.receipts.set(text, {
    receiptId: `rcp_${randomUUID()}`,
    note: invoice?.shown.note ?? '',
    cents: 1,
    outcome: 'completed',
  });
  return text;
}

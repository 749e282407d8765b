import type { Memory } from '../../servers/full/memory.ts';
import { actionOf, type Fields, isInvoice, type Message, type Reply } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { onReply } from './change-step.ts';

/** Decides whether a change applies to a response. */
export type IsMeant = (reply: Reply, message: Message, memory: Memory) => boolean | undefined;

/** Changes fields of the invoice in each successful response, or only for one action. A field set to undefined is omitted. */
export function changeInvoice(
  change: (invoice: Fields, memory: Memory) => object | false | undefined,
  action?: string,
): FullChanges {
  return onReply((reply, message, memory) => {
    if (!isInvoice(reply) || (action !== undefined && actionOf(message) !== action)) return;
    const invoice = reply.body as Fields;
    reply.body = { ...invoice, ...change(invoice, memory) };
  });
}

/** Changes the text of each successful response of one action. */
export function rewriteInvoice(action: string, change: (reply: Reply, text: string) => void): FullChanges {
  return onReply((reply, message) => {
    if (isInvoice(reply) && actionOf(message) === action) change(reply, JSON.stringify(reply.body));
  });
}

/** Changes each problem response, or only those with one code. */
export function changeProblem(change: (problem: Fields, reply: Reply, message: Message) => void, code?: string): FullChanges {
  return onReply((reply, message) => {
    if (reply.status < 400) return;
    const problem = reply.body as Fields;
    if (code === undefined || problem.code === code) change(problem, reply, message);
  });
}

/** Replaces parts of the responses for which `isMeant` returns true. */
export function respondWith(other: Partial<Reply>, isMeant: IsMeant): FullChanges {
  return onReply((...all) => {
    if (isMeant(...all)) Object.assign(all[0], other);
  });
}

/** Sets a header in every response, or in those for which `isMeant` returns true. Undefined removes the header. */
export function sendHeader(name: string, value: string | undefined, isMeant: IsMeant = () => true): FullChanges {
  return onReply((...all) => {
    if (!isMeant(...all)) return;
    if (value === undefined) delete all[0].headers[name];
    else all[0].headers[name] = value;
  });
}

/** Changes a header of each response that has it. */
export function changeHeader(name: string, change: (value: string) => string): FullChanges {
  return onReply(({ headers }) => {
    if (headers[name] !== undefined) headers[name] = change(headers[name]);
  });
}

/** Replaces the code and status of each problem whose code is in `codes`, if `isMeant` returns true for the response. */
export function respondInstead(
  codes: string | string[],
  other: string,
  status: number,
  isMeant: IsMeant = () => true,
): FullChanges {
  return onReply((reply, ...rest) => {
    const problem = reply.body as Fields | undefined;
    if (![codes].flat().includes(String(problem?.code)) || !isMeant(reply, ...rest)) return;
    Object.assign(problem as Fields, { code: other, status });
    reply.status = status;
  });
}

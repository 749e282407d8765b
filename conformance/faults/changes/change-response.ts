import type { Memory } from '../../servers/full/memory.ts';
import { actionOf, type Fields, isInvoice, type Message, type Reply } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import type { FullSteps } from '../../servers/full/steps.ts';

/** Changes fields of the invoice in each success, or in those of one action; undefined leaves a field out. */
export function changeInvoice(
  change: (invoice: Fields, memory: Memory) => object | false | undefined,
  action?: string,
): FullChanges {
  return {
    reply(reply, message, memory) {
      if (!isInvoice(reply) || (action !== undefined && actionOf(message) !== action)) return;
      const invoice = reply.body as Fields;
      reply.body = { ...invoice, ...change(invoice, memory) };
    },
  };
}

/** Changes the text of each success of one action. */
export function rewriteInvoice(action: string, change: (reply: Reply, text: string) => void): FullChanges {
  return {
    reply(reply, message) {
      if (isInvoice(reply) && actionOf(message) === action) change(reply, JSON.stringify(reply.body));
    },
  };
}

/** Changes each response that is a problem, of one code or of any. */
export function changeProblem(change: (problem: Fields, reply: Reply, message: Message) => void, code?: string): FullChanges {
  return {
    reply(reply, message) {
      if (reply.status < 400) return;
      const problem = reply.body as Fields;
      if (code === undefined || problem.code === code) change(problem, reply, message);
    },
  };
}

/** Turns each problem of one code into one of another code and status. */
export function respondInstead(code: string, other: string, status: number): FullSteps['reply'] {
  return (reply) => {
    const problem = reply.body as Fields | undefined;
    if (problem?.code !== code) return;
    Object.assign(problem, { code: other, status });
    reply.status = status;
  };
}

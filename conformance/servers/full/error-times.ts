import { randomUUID } from 'node:crypto';
import type { PayRequest, RunningServer } from '../../src/engine/running-server.ts';
import type { StartOptions } from '../serve-requests.ts';
import { editFields, fieldsOf } from './message.ts';
import { startFullServer } from './start-full-server.ts';

const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** Starts a full server with errors like a framework's: they contain the time and path. An id that is not a UUID gets a 400. */
export async function startErrorTimes(options?: StartOptions): Promise<RunningServer> {
  const inside = new Map<string, string>();
  const outside = new Map<string, string>();
  const toInside = (id: unknown): string => inside.get(String(id)) ?? String(id);
  const running = await startFullServer(
    {
      request(message) {
        editFields(message, (fields) => {
          if (typeof fields.invoiceId === 'string') fields.invoiceId = toInside(fields.invoiceId);
        });
      },
      reply(reply, message) {
        if (reply.status < 400) {
          const invoice = reply.body as { id: string };
          const id = outside.get(invoice.id) ?? randomUUID();
          inside.set(id, invoice.id);
          outside.set(invoice.id, id);
          reply.body = { ...invoice, id };
          return;
        }
        const id = fieldsOf(message)?.invoiceId;
        // Ignores an id that is not a string: converting thousands of nested lists to text would overflow the stack.
        const asked = typeof id === 'string' ? id : '';
        if (reply.status === 404 && !outside.has(asked) && !uuid.test(asked)) reply.status = 400;
        reply.headers['Content-Type'] = 'application/json';
        reply.body = { timestamp: new Date().toISOString(), status: reply.status, error: 'Refused', path: message.path };
      },
    },
    options,
  );
  const pay = (asked: PayRequest): Promise<string> =>
    running.pay({ ...asked, invoice: { ...asked.invoice, id: toInside(asked.invoice.id) } });
  return { ...running, pay, adapter: { ...running.adapter, pay } };
}

import { core } from '../../servers/core/steps.ts';
import { actionOf, type Fields, headerOf, isInvoice } from '../../servers/full/message.ts';
import { full } from '../../servers/full/steps.ts';
import { inCore } from '../changes/change-core.ts';
import { rewriteInvoice } from '../changes/change-response.ts';
import { onReply, onRequest } from '../changes/change-step.ts';
import { newestId } from '../changes/find-in-memory.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Servers whose fetch returns the wrong invoice, or outdated data. */
export const responsesFetch: FaultTable = sharing({ breaks: 'fetch-answers-invoice' })({
  'large-amount-not-found': {
    title: 'Fetch does not find an invoice of more than 30000',
    coreSteps: inCore('findInvoice', (call, body) => {
      const found = core.findInvoice(call, body);
      return found && found.amount > 30_000 ? undefined : found;
    }),
  },
  'every-tenth-not-stored': {
    title: 'Every tenth invoice is returned by create but not stored',
    coreSteps: inCore('findInvoice', (call, body) => {
      const found = core.findInvoice(call, body);
      return found && (call.store.invoices.indexOf(found) + 1) % 10 === 0 ? undefined : found;
    }),
  },
  // While the store has only one invoice, that one is returned, so the defect shows only after a second create.
  'another-invoice-fetched': {
    title: 'Fetch returns the newest other invoice',
    field: 'id',
    coreSteps: inCore('findInvoice', (call, body) => {
      const found = core.findInvoice(call, body);
      if (found === undefined || call.operation !== 'fetchPayment') return found;
      return call.store.invoices.findLast((other) => other !== found && other.account === call.account) ?? found;
    }),
  },
  'newest-for-unknown-id': {
    title: 'Fetch returns the newest invoice for any unknown id',
    fullSteps: {
      find: (id, account, memory) => {
        const own = [...memory.invoices.values()].filter((invoice) => invoice.account === account);
        return own.find(({ shown }) => shown.id === id) ?? own.at(-1);
      },
    },
  },
  'each-fiftieth-hung-up': {
    title: 'Every fiftieth request ends in a closed connection',
    fullSteps: () => {
      let count = 0;
      return onRequest(() => {
        if (++count % 50 === 0) throw new Error('The connection is closed.');
      });
    },
  },
  'part-paid-waits-for-verifier': {
    title: 'A part-paid invoice cannot be fetched while the verifier is unavailable',
    features: ['lifecycle'],
    fullSteps: onReply((reply, message, { down }) => {
      const isPartPaid = isInvoice(reply) && (reply.body as Fields).status === 'UNDER_PAID';
      if (isPartPaid && actionOf(message) === 'fetch' && down.has('verifier')) Object.assign(reply, { status: 503, body: {} });
    }),
  },
  'paid-invoice-gone': {
    title: 'A paid invoice is no longer found',
    fullSteps: {
      find: (id, account, memory) => {
        const invoice = memory.invoices.get(id);
        return invoice?.account === account && invoice.shown.status !== 'PAID' ? invoice : undefined;
      },
    },
  },
  'id-in-a-statement': {
    title: 'An id is inserted into SQL unescaped',
    fullSteps: { find: (id, account, memory) => full.find(/' OR '/.test(id) ? newestId(memory) : id, account, memory) },
  },
  'json-in-json': {
    title: 'Fetch returns JSON inside a JSON string',
    fullSteps: rewriteInvoice('fetch', (reply, text) => {
      reply.body = JSON.stringify(text);
    }),
  },
  'answer-truncated': {
    title: 'The response of fetch lacks its last character',
    fullSteps: rewriteInvoice('fetch', (reply, text) => {
      reply.body = text.slice(0, -1);
    }),
  },
  'forgets-at-the-next-create': {
    title: 'Only the twenty newest invoices are kept',
    fullSteps: {
      find: (id, account, memory) => {
        const invoice = memory.invoices.get(id);
        const place = [...memory.invoices.keys()].reverse().indexOf(id);
        return place < 20 && invoice?.account === account ? invoice : undefined;
      },
    },
  },
  'tenth-read-of-another': {
    title: 'The tenth read of an invoice shows the newest one',
    coreSteps: () => {
      const reads = new Map<unknown, number>();
      return {
        findInvoice(call, body) {
          const count = (reads.get(body.invoiceId) ?? 0) + 1;
          if (call.operation === 'fetchPayment') reads.set(body.invoiceId, count);
          const found = core.findInvoice(call, body);
          return found && count === 10 ? call.store.invoices.at(-1) : found;
        },
      };
    },
  },
  'key-at-fetch-replays': {
    title: 'A fetch with the key of a create gets the response of the create',
    features: ['idempotency'],
    fullSteps: onReply((reply, message, memory) => {
      const key = headerOf(message, 'idempotency-key');
      if (key === undefined || actionOf(message) !== 'fetch' || !isInvoice(reply)) return;
      const stored = [...memory.keys].find(([known]) => known.endsWith(` ${key}`))?.[1];
      if (stored) reply.body = stored.response;
    }),
  },
  'key-at-fetch-judged': {
    title: 'A fetch with a malformed Idempotency-Key is refused',
    features: ['idempotency'],
    fullSteps: onReply((reply, message) => {
      if (actionOf(message) === 'fetch' && headerOf(message, 'idempotency-key')?.includes(' '))
        Object.assign(reply, { status: 400, body: {} });
    }),
  },
  'fields-in-query-choose': {
    title: 'A query ?fields= leaves out all other fields',
    fullSteps: onReply((reply, message) => {
      const names = new URLSearchParams(message.query).get('fields')?.split(',');
      if (!isInvoice(reply) || names === undefined) return;
      reply.body = Object.fromEntries(Object.entries(reply.body as Fields).filter(([name]) => names.includes(name)));
    }),
  },
});

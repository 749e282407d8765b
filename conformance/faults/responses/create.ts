import { createHash } from 'node:crypto';
import { core } from '../../servers/core/steps.ts';
import { headerOf, isInvoice } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { inCore } from '../changes/change-core.ts';
import { changeText } from '../changes/change-request.ts';
import { changeInvoice, respondWith } from '../changes/change-response.ts';
import { onReply, onRequest } from '../changes/change-step.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Refuses a request if `when` returns true for the text of its body. */
const refuseText = (when: (text: string) => boolean): FullChanges => changeText((text) => (when(text) ? 'refused' : text));

/** Servers that respond to a create with something other than the created invoice. */
export const responsesCreate: FaultTable = sharing({ breaks: 'create-answers-invoice' })({
  'envelope-around-invoice': {
    title: 'Create returns the invoice inside `data`',
    coreSteps: inCore('renderInvoice', (call, invoice) => {
      const rendered = core.renderInvoice(call, invoice);
      return call.operation === 'createPayment' ? { data: rendered } : rendered;
    }),
  },
  'first-piece-read': {
    title: 'Only the first piece of a body is read',
    coreSteps: inCore(
      'readBytes',
      (request) =>
        new Promise((resolve) => {
          request.once('data', resolve);
          request.once('end', () => resolve(Buffer.alloc(0)));
        }),
    ),
  },
  'short-header-refused': {
    title: 'A request is refused if a header name is as long as Host',
    fullSteps: onRequest((message) => {
      if (message.headers.some(([name]) => name.length === 4 && name !== 'host')) message.text = '';
    }),
  },
  'expect-refused': {
    title: 'A request that waits for 100 Continue is refused',
    fullSteps: onRequest((message) => {
      if (headerOf(message, 'expect') !== undefined) message.text = '';
    }),
  },
  ...sharing({ breaks: 'create-ids-distinct', field: 'id' })({
    'id-from-body': {
      title: 'Equal create bodies make equal ids',
      coreSteps: inCore('newId', (_call, body) => `inv_${createHash('sha256').update(JSON.stringify(body)).digest('hex')}`),
    },
    'id-used-twice': {
      title: 'Every second create uses the id of the one before',
      coreSteps: inCore('newId', (call, body) => {
        const { invoices } = call.store;
        return (invoices.length % 2 === 1 ? invoices.at(-1)?.id : undefined) ?? core.newId(call, body);
      }),
    },
    'ids-by-the-millisecond': {
      title: 'Creates at the same time get the same id',
      fullSteps: {
        ...changeInvoice(() => ({ id: `inv_${Math.floor(Date.now() / 500)}` }), 'create'),
        find: (_id, account, memory) => [...memory.invoices.values()].findLast((invoice) => invoice.account === account),
      },
    },
    'ids-come-again': {
      title: 'From the fortieth invoice on, ids are repeated',
      coreSteps: inCore('newId', ({ store }) => `inv_${String(store.invoices.length % 40).padStart(24, '0')}`),
    },
  }),
  'escaped-slash-refused': {
    title: 'A body with escaped slashes, as PHP writes them, is refused',
    fullSteps: refuseText((text) => text.includes('\\/')),
  },
  'space-around-refused': {
    title: 'A body that begins with white space is refused',
    fullSteps: refuseText((text) => /^\s/.test(text)),
  },
  'range-of-a-create': {
    title: 'A create with Range gets a part of the response',
    fullSteps: onReply((reply, message) => {
      if (isInvoice(reply) && headerOf(message, 'range') !== undefined)
        Object.assign(reply, { status: 206, body: JSON.stringify(reply.body).slice(0, 10) });
    }),
  },
  'other-origin-refused': {
    title: 'A create from a page of another origin is refused',
    fullSteps: respondWith(
      { status: 403, body: { message: 'Other origin.' } },
      (_reply, message) => headerOf(message, 'origin') !== undefined,
    ),
  },
});

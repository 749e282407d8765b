import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { type Callbacks, callbacks, type Listened, tell } from './model/callbacks.ts';
import { membersOf } from './model/message.ts';
import { actionOf, isInvoice, modelFault } from './model/model-fault.ts';
import type { Replaced } from './model/start-model.ts';

type Steps = readonly [id: string, title: string, breaks: string, steps: Partial<Callbacks>];

/** Changes the event. */
const event = (change: (event: Record<string, unknown>) => Record<string, unknown>): Partial<Callbacks> => ({
  event: (...all) => {
    const made = callbacks.event(...all);
    return { ...made, ...change(made) };
  },
});
/** Changes the headers of each attempt. */
const headers = (
  change: (headers: Record<string, string>, delivery: Listened) => Record<string, string>,
): Partial<Callbacks> => ({
  attempt(delivery, now) {
    const attempt = callbacks.attempt(delivery, now);
    return { ...attempt, headers: { ...attempt.headers, ...change(attempt.headers, delivery) } };
  },
});
/** Sends no event whose body is like this. */
const silent = (of: (body: string) => boolean): Partial<Callbacks> => ({
  mayCall: (url, delivery) => !of(delivery.body) && callbacks.mayCall(url, delivery),
});
const data = ({ data }: Record<string, unknown>): Record<string, unknown> => data as Record<string, unknown>;

/** What the first attempt of each delivery was signed with. */
const signatures = new WeakMap<Listened, string>();

const steps: readonly Steps[] = [
  [
    'part-payment-not-told',
    'A part payment sends no event',
    'callback-at-each-change',
    silent((body) => body.includes('invoice.under_paid')),
  ],
  ['expiry-not-told', 'An expiry sends no event', 'callback-at-each-change', silent((body) => body.includes('invoice.expired'))],
  [
    'told-by-put',
    'Events are sent by PUT',
    'callback-is-post',
    { attempt: (...all) => ({ ...callbacks.attempt(...all), method: 'PUT' }) },
  ],
  ['told-as-text', 'Events are said to be text/plain', 'callback-is-post', headers(() => ({ 'Content-Type': 'text/plain' }))],
  [
    'type-in-capitals',
    'type is INVOICE.PAID',
    'event-type-names-change',
    event(({ type }) => ({ type: String(type).toUpperCase() })),
  ],
  [
    'over-paid-is-a-type',
    'More than the amount sends invoice.over_paid',
    'event-type-names-change',
    event((it) => (Number(data(it).paidAmount) > Number(data(it).amount) ? { type: 'invoice.over_paid' } : {})),
  ],
  ['every-change-is-paid', 'type is always invoice.paid', 'event-type-names-change', event(() => ({ type: 'invoice.paid' }))],
  [
    'sequence-from-ten',
    'sequence goes in tens',
    'event-sequence-without-gaps',
    event(({ sequence }) => ({ sequence: Number(sequence) * 10 })),
  ],
  ['sequence-stays', 'sequence is always 1', 'event-sequence-without-gaps', event(() => ({ sequence: 1 }))],
  [
    'data-as-created',
    'data shows the invoice as it was created',
    'event-data-is-the-invoice',
    event((it) => ({ data: { ...data(it), status: 'PENDING', receiptId: null, paidAmount: null } })),
  ],
  [
    'data-is-the-id',
    'data holds the id and the status alone',
    'event-data-is-the-invoice',
    event((it) => ({ data: { id: data(it).id, status: data(it).status } })),
  ],
  [
    'second-part-not-told',
    'A part payment of an invoice that is part paid already sends no event',
    'callback-at-each-change',
    silent((body) => body.includes('invoice.under_paid') && !body.includes('"sequence":1,')),
  ],
  [
    'timestamp-without-zone',
    'timestamp is written without a zone',
    'event-timestamp',
    event(({ timestamp }) => ({ timestamp: String(timestamp).replace('T', ' ').slice(0, 19) })),
  ],
  [
    'timestamp-of-expiry',
    'timestamp is when the invoice expires',
    'event-timestamp',
    event((it) => ({ timestamp: data(it).expiresAt })),
  ],
  [
    'sent-again-when-taken-at-once',
    'An event that was taken at once is sent again',
    'callback-ends-with-success',
    {
      next: (delivery, answered) => (delivery.attempt === 1 && answered.status < 300 ? 5000 : callbacks.next(delivery, answered)),
    },
  ],
  [
    'one-event-id',
    'Every event of an invoice has the same id',
    'callback-id-stable',
    headers((_headers, { invoice }) => ({ 'webhook-id': `evt_${invoice.shown.id}` })),
  ],
  [
    'unsigned',
    'The signature is of another secret',
    'callback-signed',
    headers((_headers, { body }) => ({ 'webhook-signature': `v1,${createHmac('sha256', 'x').update(body).digest('base64')}` })),
  ],
  [
    'body-alone-signed',
    'The body alone is signed',
    'callback-signed',
    headers((_headers, { body, invoice }) => ({
      'webhook-signature': `v1,${createHmac('sha256', invoice.account.secrets[0] ?? '')
        .update(body)
        .digest('base64')}`,
    })),
  ],
  [
    'newest-secret-signs',
    'After a rotation the new secret alone signs',
    'callback-signed-twice-in-rotation',
    headers((all) => ({ 'webhook-signature': all['webhook-signature']?.split(' ')[0] ?? '' })),
  ],
  ['never-again', 'An event is sent once', 'callback-retried', { next: () => undefined }],
  [
    'new-id-each-time',
    'Each attempt has an id of its own',
    'callback-id-stable',
    headers(() => ({ 'webhook-id': `evt_${randomUUID()}` })),
  ],
  [
    'attempt-in-body',
    'The body tells the attempt',
    'callback-body-stays',
    {
      attempt: (delivery, now) =>
        callbacks.attempt(
          { ...delivery, body: JSON.stringify({ ...JSON.parse(delivery.body), attempt: delivery.attempt }) },
          now,
        ),
    },
  ],
  [
    'timestamp-of-attempt',
    'timestamp is the time of the attempt',
    'event-timestamp',
    {
      attempt: (delivery, now) =>
        callbacks.attempt(
          { ...delivery, body: JSON.stringify({ ...JSON.parse(delivery.body), timestamp: new Date(now).toISOString() }) },
          now,
        ),
    },
  ],
  [
    'signed-once',
    'webhook-timestamp is that of the first attempt',
    'callback-timestamp-new',
    {
      attempt: (delivery) => callbacks.attempt(delivery, Date.parse(JSON.parse(delivery.body).timestamp)),
    },
  ],
  [
    'signature-of-the-first',
    'Every attempt carries the signature of the first',
    'callback-signed',
    headers((all, delivery) => {
      const kept = signatures.get(delivery) ?? all['webhook-signature'] ?? '';
      signatures.set(delivery, kept);
      return { 'webhook-signature': kept };
    }),
  ],
  [
    'again-after-success',
    'An event is sent again after a 2xx',
    'callback-ends-with-success',
    {
      next: (delivery, answer) => (delivery.attempt < 5 ? 5000 : callbacks.next(delivery, answer)),
    },
  ],
  [
    'again-after-success-late',
    'An event is sent again after a 2xx, and each takes half a second',
    'callback-ends-with-success',
    {
      leave: () => setTimeout(500),
      next: (delivery, answer) => (delivery.attempt < 5 ? 5000 : callbacks.next(delivery, answer)),
    },
  ],
  [
    'gone-is-a-failure',
    'A 410 is tried again',
    'callback-ends-with-410',
    {
      next: (delivery, answer) => callbacks.next(delivery, { ...answer, status: answer.status === 410 ? 500 : answer.status }),
    },
  ],
  [
    'gone-for-the-event',
    'A 410 ends the attempts of its event alone',
    'callback-ends-with-410',
    {
      next: (delivery, answer) => (answer.status === 410 ? undefined : callbacks.next(delivery, answer)),
    },
  ],
  [
    'redirect-followed',
    'A redirect is followed',
    'callback-redirect-not-followed',
    {
      next(delivery, answer) {
        if (answer.location === undefined) return callbacks.next(delivery, answer);
        delivery.invoice.callbackUrl = answer.location;
        return 0;
      },
    },
  ],
  [
    'redirect-is-success',
    'A redirect is taken for a success',
    'callback-redirect-not-followed',
    {
      next: (delivery, answer) => (answer.location === undefined ? callbacks.next(delivery, answer) : undefined),
    },
  ],
  [
    'retry-after-ignored',
    'Retry-After is not looked at',
    'callback-honours-retry-after',
    {
      next: (delivery, answer) => callbacks.next(delivery, { ...answer, retryAfter: undefined }),
    },
  ],
  [
    'not-found-is-final',
    'A 404 ends the attempts of an event',
    'callback-retried',
    { next: (delivery, answer) => (answer.status === 404 ? undefined : callbacks.next(delivery, answer)) },
  ],
  [
    'hang-up-is-final',
    'A connection that ended without an answer ends the attempts of an event',
    'callback-retried',
    { next: (delivery, answer) => (answer.status === 0 ? undefined : callbacks.next(delivery, answer)) },
  ],
  [
    'body-made-at-attempt',
    'The body of an event is made anew at each attempt',
    'callback-body-stays',
    {
      attempt: (delivery, now) =>
        callbacks.attempt(
          { ...delivery, body: JSON.stringify({ ...JSON.parse(delivery.body), data: delivery.invoice.shown }) },
          now,
        ),
    },
  ],
  [
    'three-attempts',
    'An event is given up after three attempts',
    'callback-retried',
    { next: (delivery, answer) => (delivery.attempt < 3 ? callbacks.next(delivery, answer) : undefined) },
  ],
  [
    'never-given-up',
    'An event is sent every day until it is received',
    'callback-retried',
    { next: (delivery, answer) => callbacks.next({ ...delivery, attempt: Math.min(9, delivery.attempt) }, answer) },
  ],
  [
    'every-five-seconds',
    'An event is sent again after five seconds, whatever the attempt',
    'callback-retried',
    {
      next(delivery, answer) {
        const pause = callbacks.next(delivery, answer);
        return pause === undefined ? undefined : Math.min(pause, Number(answer.retryAfter ?? 5) * 1000);
      },
    },
  ],
  [
    'timestamp-in-milliseconds',
    'webhook-timestamp is in milliseconds',
    'callback-timestamp-new',
    {
      attempt(delivery, now) {
        const attempt = callbacks.attempt(delivery, now);
        const time = `${attempt.headers['webhook-timestamp']}000`;
        const code = createHmac('sha256', delivery.invoice.account.secrets[0] ?? '')
          .update(`${delivery.id}.${time}.${delivery.body}`)
          .digest('base64');
        const signed = { 'webhook-timestamp': time, 'webhook-signature': `v1,${code}` };
        return { ...attempt, headers: { ...attempt.headers, ...signed } };
      },
    },
  ],
  ['inside-called', 'A name that leads inside is called', 'callback-checks-address', { mayCall: () => true }],
];

/** Sends an event after an answer like this, changed or not. */
const alsoTell =
  (when: (status: number, action: string, repeated: boolean) => boolean): (() => Replaced) =>
  () => {
    const seen = new Set<unknown>();
    return {
      reply(reply, message, memory) {
        const members = membersOf(message);
        const id = isInvoice(reply) ? (reply.body as { id: string }).id : String(members?.invoiceId);
        const invoice = memory.invoices.get(id);
        const repeated = seen.has(members?.webReceipt);
        seen.add(members?.webReceipt);
        if (invoice && when(reply.status, actionOf(message), repeated)) tell(callbacks, invoice, memory);
      },
    };
  };

/** Servers that get callbacks wrong. */
export const callbackFaults: readonly Fault[] = [
  modelFault({ id: 'never-called', title: 'callbackUrl is never called', breaks: 'callback-is-called', features: [] }, () => ({
    callbacks: { mayCall: () => false },
  })),
  modelFault(
    {
      id: 'callback-query-dropped',
      title: 'callbackUrl is called without its query',
      breaks: 'callback-is-called',
      features: [],
    },
    () => ({
      callbacks: {
        mayCall(url, delivery) {
          url.search = '';
          return callbacks.mayCall(url, delivery);
        },
      },
    }),
  ),
  ...steps.map(([id, title, breaks, replaced]) =>
    modelFault({ id, title, breaks, features: ['callbacks', 'lifecycle'] }, () => ({ callbacks: replaced })),
  ),
  modelFault({ id: 'token-told', title: 'Calls carry the token of the last request', breaks: 'callback-without-token' }, () => {
    let last = '';
    return {
      request({ headers }) {
        last = headers.find(([name]) => name === 'authorization')?.[1] ?? '';
      },
      callbacks: headers(() => ({ Authorization: last })),
    };
  }),
  modelFault(
    { id: 'create-told', title: 'Create sends an event', breaks: 'callback-not-otherwise' },
    alsoTell((_status, action) => action === 'create'),
  ),
  modelFault(
    { id: 'repeat-told', title: 'A repeated receipt sends an event', breaks: 'callback-not-otherwise' },
    alsoTell((status, action, repeated) => action === 'submit' && status === 200 && repeated),
  ),
  modelFault(
    { id: 'refusal-told', title: 'A refused receipt sends an event', breaks: 'callback-not-otherwise' },
    alsoTell((status, action) => action === 'submit' && status >= 400),
  ),
];

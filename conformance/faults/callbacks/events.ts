import { callbacks, tell } from '../../servers/full/callbacks.ts';
import { everyFeature } from '../../servers/full/every-feature.ts';
import { lifecycle } from '../../servers/full/lifecycle.ts';
import { actionOf, type Fields, fieldsOf, isInvoice } from '../../servers/full/message.ts';
import { showLate } from '../../servers/full/show-late.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { changeBody, changeEvent, changeUrl, withhold } from '../changes/change-callbacks.ts';
import { atRestart } from '../changes/change-lifecycle.ts';
import { inCallbacks, onReply } from '../changes/change-step.ts';
import { type FaultTable, sharing } from '../fault.ts';

const dataOf = ({ data }: Fields): Fields => data as Fields;

/** Drops the query of the URLs for which `isConcerned` returns true. */
const withoutQuery = (isConcerned = (_url: URL) => true): FullChanges =>
  changeUrl((url) => {
    if (isConcerned(url)) url.search = '';
  });

/** Sends an extra event after each response for which `when` returns true, even if the invoice did not change. */
function alsoTell(when: (status: number, action: string, isRepeated: boolean) => boolean): () => FullChanges {
  return () => {
    const seen = new Set<unknown>();
    return onReply((reply, message, memory) => {
      const fields = fieldsOf(message);
      const id = isInvoice(reply) ? (reply.body as { id: string }).id : String(fields?.invoiceId);
      const invoice = memory.invoices.get(id);
      const isRepeated = seen.has(fields?.webReceipt);
      seen.add(fields?.webReceipt);
      if (invoice && when(reply.status, actionOf(message), isRepeated)) tell(callbacks, invoice, memory);
    });
  };
}

/** Servers that send one event too many or too few, or a wrong event for a change. */
export const callbacksEvents: FaultTable = sharing({ features: ['callbacks', 'lifecycle'] })({
  ...sharing({ breaks: 'callback-is-called' })({
    'not-with-return-url': {
      title: 'An invoice with a returnUrl sends no callback',
      fullSteps: withhold(({ invoice }) => invoice.shown.returnUrl !== null),
    },
    'white-label-not-called': {
      title: 'The callbackUrl of a white-labeled invoice is not called',
      features: [],
      fullSteps: withhold(({ invoice }) => invoice.shown.isWhiteLabel === true),
    },
    'never-called': { title: 'callbackUrl is never called', features: [], fullSteps: inCallbacks('mayCall', () => false) },
    'callback-query-dropped': { title: 'callbackUrl is called without its query', features: [], fullSteps: withoutQuery() },
  }),
  'part-payment-not-told': {
    title: 'A part payment sends no event',
    breaks: 'callback-at-each-change/one-each',
    fullSteps: withhold(({ body }) => body.includes('invoice.under_paid')),
  },
  ...sharing({ breaks: 'callback-at-each-change' })({
    'expiry-not-told': { title: 'An expiry sends no event', fullSteps: withhold(({ body }) => body.includes('invoice.expired')) },
    'second-part-not-told': {
      title: 'A part payment of an invoice that is part paid already sends no event',
      fullSteps: withhold(({ body }) => body.includes('invoice.under_paid') && !body.includes('"sequence":1,')),
    },
    'query-lost-without-path': {
      title: 'A callbackUrl without a path is called without its query',
      fullSteps: withoutQuery(({ pathname }) => pathname === '/'),
    },
    'not-told-beside-return-url-when-expired': {
      title: 'An invoice with both URLs expires without an event',
      features: everyFeature,
      fullSteps: withhold(({ body }) => body.includes('invoice.expired') && !body.includes('"returnUrl":null')),
    },
    'expiry-at-a-fetch-not-told': {
      title: 'An expiry that a fetch is the first to notice sends no event',
      fullSteps: () => {
        let fetching = false;
        return {
          request(message) {
            fetching = actionOf(message) === 'fetch';
          },
          lifecycle: { expire: (invoice, now) => lifecycle.expire(invoice, now) && !fetching },
          reply() {
            fetching = false;
          },
        };
      },
    },
  }),
  'create-told': {
    title: 'Create sends an event',
    breaks: 'callback-not-otherwise/create',
    fullSteps: alsoTell((_status, action) => action === 'create'),
  },
  'repeat-told': {
    title: 'A repeated receipt sends an event',
    breaks: 'callback-not-otherwise/repeated',
    features: ['callbacks'],
    fullSteps: alsoTell((status, action, isRepeated) => action === 'submit' && status === 200 && isRepeated),
  },
  'refusal-told': {
    title: 'A refused receipt sends an event',
    breaks: 'callback-not-otherwise/refused',
    fullSteps: alsoTell((status, action) => action === 'submit' && status >= 400),
  },
  'type-in-a-list': {
    title: 'type is a list',
    breaks: 'event-type-names-change',
    fullSteps: changeEvent(({ type }) => ({ type: [type] })),
  },
  'over-paid-is-a-type': {
    title: 'A payment above the amount sends invoice.over_paid',
    breaks: 'event-type-names-change',
    fullSteps: changeEvent((event) =>
      Number(dataOf(event).paidAmount) > Number(dataOf(event).amount) ? { type: 'invoice.over_paid' } : {},
    ),
  },
  'every-change-is-paid': {
    title: 'type is always invoice.paid',
    breaks: 'event-type-names-change',
    fullSteps: changeEvent(() => ({ type: 'invoice.paid' })),
  },
  ...sharing({ breaks: 'event-sequence-without-gaps' })({
    'sequence-from-ten': {
      title: 'sequence grows in steps of ten',
      fullSteps: changeEvent(({ sequence }) => ({ sequence: Number(sequence) * 10 })),
    },
    'sequence-stays': { title: 'sequence is always 1', fullSteps: changeEvent(() => ({ sequence: 1 })) },
    'sequence-as-text': {
      title: '`sequence` is a string',
      features: ['callbacks'],
      fullSteps: changeBody(({ body }) => ({ sequence: String(JSON.parse(body).sequence) })),
    },
    'sequence-lost-at-restart': {
      title: 'The sequence of an invoice begins again after a restart',
      fullSteps: atRestart((invoice) => Object.assign(invoice, { events: 0 })),
    },
  }),
  'timestamp-without-zone': {
    title: 'timestamp is written without a zone',
    breaks: 'event-timestamp',
    fullSteps: changeEvent(({ timestamp }) => ({ timestamp: String(timestamp).replace('T', ' ').slice(0, 19) })),
  },
  'timestamp-of-expiry': {
    title: 'timestamp is when the invoice expires',
    breaks: 'event-timestamp/change',
    fullSteps: changeEvent((event) => ({ timestamp: dataOf(event).expiresAt })),
  },
  'timestamp-of-attempt': {
    title: 'timestamp is the time of the attempt',
    breaks: 'event-timestamp/same',
    fullSteps: changeBody((_delivery, now) => ({ timestamp: new Date(now).toISOString() })),
  },
  'data-as-created': {
    title: 'data shows the invoice as it was created',
    breaks: 'event-data-is-the-invoice/as-fetched',
    fullSteps: changeEvent((event) => ({ data: { ...dataOf(event), status: 'PENDING', receiptId: null, paidAmount: null } })),
  },
  'callback-url-in-data': {
    title: 'data contains the callbackUrl',
    breaks: 'event-data-is-the-invoice',
    fullSteps: changeEvent((event) => ({ data: { ...dataOf(event), callbackUrl: 'https://shop.example/payment-callbacks' } })),
  },
  'tag-in-data-in-lower-case': {
    title: 'data has cashTag in lower case',
    breaks: 'event-data-is-the-invoice/as-sent',
    features: ['callbacks', 'cash-tag-grammar'],
    fullSteps: changeEvent((event) => ({ data: { ...dataOf(event), cashTag: String(dataOf(event).cashTag).toLowerCase() } })),
  },
  'data-is-the-id': {
    title: 'data contains only the id and the status',
    breaks: 'event-data-is-the-invoice/as-fetched',
    fullSteps: changeEvent((event) => ({ data: { id: dataOf(event).id, status: dataOf(event).status } })),
  },
  'query-left-out': {
    title: 'The query of callbackUrl is left out',
    breaks: 'callback-at-each-change/whole-url',
    fullSteps: withoutQuery(),
  },
  'sum-with-binary-noise': {
    title: 'data has paidAmount with binary noise',
    breaks: 'event-data-is-the-invoice/as-fetched',
    fullSteps: changeBody((delivery) => ({
      data: {
        ...delivery.invoice.shown,
        paidAmount:
          delivery.invoice.shown.paidAmount && delivery.invoice.shown.paidAmount + 1e-13 * delivery.invoice.shown.paidAmount,
      },
    })),
  },
  'sum-with-further-digits': {
    title: 'data has paidAmount with all digits of its double',
    breaks: 'event-data-is-the-invoice',
    fullSteps: inCallbacks('attempt', (delivery, now) =>
      callbacks.attempt(
        { ...delivery, body: delivery.body.replace(/(?<="paidAmount":)[\d.]+/, (sum) => Number(sum).toFixed(20)) },
        now,
      ),
    ),
  },
  'expiry-told-unpaid': {
    title: 'The event of an expiry has paidAmount null, even after a payment',
    breaks: 'event-data-is-the-invoice',
    fullSteps: changeEvent((event) =>
      dataOf(event).status === 'EXPIRED' ? { data: { ...dataOf(event), paidAmount: null } } : {},
    ),
  },
  'data-is-a-text': {
    title: '`data` is a string of JSON',
    breaks: 'event-data-is-the-invoice/form',
    features: ['callbacks'],
    fullSteps: changeBody(({ body }) => ({ data: JSON.stringify(JSON.parse(body).data) })),
  },
  'event-time-as-number': {
    title: '`timestamp` is a number',
    breaks: 'event-timestamp/form',
    features: ['callbacks'],
    fullSteps: changeBody((_delivery, now) => ({ timestamp: now })),
  },
  'expiry-told-early': {
    title: 'timestamp of an expiry is the millisecond before the second of expiresAt',
    breaks: 'event-timestamp',
    fullSteps: inCallbacks('event', (invoice, sequence, time) => {
      const early = invoice.shown.status === 'EXPIRED' ? Math.floor(invoice.endsAt / 1000) * 1000 - 1 : time;
      return callbacks.event(invoice, sequence, early);
    }),
  },
  'fetch-told': {
    title: 'A fetch sends an event',
    breaks: 'callback-not-otherwise',
    fullSteps: onReply((reply, message, memory) => {
      const invoice = isInvoice(reply) && memory.invoices.get((reply.body as { id: string }).id);
      // Waits, because this fetch may change the invoice, and the event about that change must get its sequence number first.
      if (invoice && actionOf(message) === 'fetch') setTimeout(() => tell(callbacks, invoice, memory), 20);
    }),
  },
  'told-before-it-shows': {
    title: 'An event is sent 150 ms before fetch shows its change',
    breaks: 'callback-at-each-change/shown',
    fullSteps: () => showLate(150, 'fetch'),
  },
  'fetch-kept-for-a-second': {
    title: 'A fetch returns the result of the previous one for a second',
    breaks: 'callback-at-each-change/shown',
    fullSteps: () => {
      const kept = new Map<unknown, { body: unknown; until: number }>();
      return onReply((reply, message) => {
        if (!isInvoice(reply) || actionOf(message) !== 'fetch') return;
        const { id } = reply.body as { id: string };
        const known = kept.get(id);
        if (known && known.until > Date.now()) reply.body = known.body;
        else kept.set(id, { body: reply.body, until: Date.now() + 1000 });
      });
    },
  },
});

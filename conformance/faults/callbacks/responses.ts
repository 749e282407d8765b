import { setTimeout } from 'node:timers/promises';
import { type Callbacks, callbacks } from '../../servers/full/callbacks.ts';
import type { Delivery, Invoice } from '../../servers/full/memory.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { reads } from '../changes/change-callbacks.ts';
import { atRestart } from '../changes/change-lifecycle.ts';
import { inCallbacks } from '../changes/change-step.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Follows redirects whose status is `least` or higher. */
const followRedirects = (least: number): Partial<Callbacks> => ({
  next(delivery, received, now) {
    if (received.location === undefined || received.status < least) return callbacks.next(delivery, received, now);
    delivery.invoice.callbackUrl = received.location;
    return 0;
  },
});

/** After a 410 for one invoice, stops the callbacks of all invoices for which `commonOf` returns the same value. */
const silenceAll = (commonOf: (invoice: Invoice) => unknown) => (): FullChanges => {
  const gone = new Set<unknown>();
  return {
    callbacks: {
      mayCall: (url, delivery) => !gone.has(commonOf(delivery.invoice)) && callbacks.mayCall(url, delivery),
      next(delivery, received, now) {
        if (received.status === 410) gone.add(commonOf(delivery.invoice));
        return callbacks.next(delivery, received, now);
      },
    },
  };
};

const againAfterSuccess: Partial<Callbacks> = {
  next: (delivery, received) => (delivery.attempt < 5 ? 5000 : callbacks.next(delivery, received)),
};

/** Servers that misinterpret a receiver's response: a success, a 410 or a redirect. */
export const callbacksResponses: FaultTable = sharing({ features: ['callbacks', 'lifecycle'] })({
  ...sharing({ breaks: 'callback-ends-with-success/any-2xx' })({
    'accepted-late-is-a-failure': {
      title: 'From the second attempt on, only 200 and 204 end the attempts of an event',
      fullSteps: reads(
        ({ status }, { attempt }) => attempt > 1 && status < 300 && ![200, 204].includes(status) && { status: 500 },
      ),
    },
    'accepted-is-a-failure': {
      title: 'Only 200, 201 and 204 end the attempts of an event',
      fullSteps: reads(({ status }) => status > 201 && status < 300 && status !== 204 && { status: 500 }),
    },
    'success-put-off': {
      title: 'A 2xx with a Retry-After causes another attempt',
      fullSteps: reads(({ status, retryAfter }) => status < 300 && retryAfter !== undefined && { status: 503 }),
    },
    'success-with-a-body-is-none': {
      title: 'A 2xx whose body has a length causes another attempt',
      fullSteps: reads(({ status, length }) => status < 300 && Number(length) > 0 && { status: 500 }),
    },
    'again-after-success': { title: 'An event is sent again after a 2xx', fullSteps: { callbacks: againAfterSuccess } },
  }),
  'sent-again-when-taken-at-once': {
    title: 'An event is sent again after an immediate 2xx',
    breaks: 'callback-ends-with-success',
    fullSteps: inCallbacks('next', (delivery, response) =>
      delivery.attempt === 1 && response.status < 300 ? 5000 : callbacks.next(delivery, response),
    ),
  },
  'late-success-unheard': {
    title: 'An attempt counts as failed after ten seconds, even if it succeeds later',
    breaks: 'callback-ends-with-success/in-time',
    callbackWait: 30,
    fullSteps: inCallbacks(
      'measure',
      (sent) => void setTimeout(10_000, undefined, { ref: false }).then(() => sent.emit('error', new Error('too late'))),
    ),
  },
  ...sharing({ breaks: 'callback-ends-with-410/invoice' })({
    'gone-put-off': {
      title: 'A 410 with a Retry-After causes another attempt',
      fullSteps: reads(({ status, retryAfter }) => status === 410 && retryAfter !== undefined && { status: 503 }),
    },
    'gone-leaves-what-waits': {
      title: 'A 410 ends the new events of an invoice, and not one that waits for its next attempt',
      fullSteps: () => {
        const gone = new Set<Invoice>();
        return {
          callbacks: {
            mayCall: (url, delivery) =>
              !(gone.has(delivery.invoice) && delivery.attempt === 1) && callbacks.mayCall(url, delivery),
            next(delivery, received, now) {
              if (received.status !== 410) return callbacks.next(delivery, received, now);
              gone.add(delivery.invoice);
              return undefined;
            },
          },
        };
      },
    },
    'gone-lost-at-restart': {
      title: 'After a restart a 410 is forgotten',
      fullSteps: atRestart((invoice) => Object.assign(invoice, { gone: false })),
    },
    'gone-is-a-failure': { title: 'A 410 is tried again', fullSteps: reads(({ status }) => status === 410 && { status: 500 }) },
    'gone-for-the-event': {
      title: 'A 410 ends the attempts of only its event',
      fullSteps: reads(({ status }) => status === 410 && { status: 200 }),
    },
  }),
  'again-after-success-late': {
    title: 'An event is sent again after a 2xx, and each attempt takes half a second',
    breaks: 'callback-ends-with-success',
    fullSteps: { callbacks: { leave: () => setTimeout(500), ...againAfterSuccess } },
  },
  'late-redirect-followed': {
    title: 'A redirect that keeps the method is followed',
    breaks: 'callback-redirect-not-followed/not-followed',
    fullSteps: { callbacks: followRedirects(307) },
  },
  'redirect-followed': {
    title: 'A redirect is followed',
    breaks: 'callback-redirect-not-followed/not-followed',
    fullSteps: { callbacks: followRedirects(300) },
  },
  'see-other-is-success': {
    title: 'A 303 counts as a success',
    breaks: 'callback-redirect-not-followed/failed',
    fullSteps: reads(({ status }, { attempt }) => status === 303 && attempt === 1 && { status: 200 }),
  },
  'redirect-followed-at-second-attempt': {
    title: 'A redirect of the second attempt is followed',
    breaks: 'callback-redirect-not-followed/not-followed',
    fullSteps: inCallbacks('next', (delivery, ...rest) =>
      (delivery.attempt === 2 ? (followRedirects(300).next ?? callbacks.next) : callbacks.next)(delivery, ...rest),
    ),
  },
  'redirect-is-success': {
    title: 'A redirect counts as a success',
    breaks: 'callback-redirect-not-followed/failed',
    fullSteps: reads(({ location }) => location !== undefined && { status: 200 }),
  },
  'gone-at-first-alone': {
    title: 'A 410 counts only as the response to a first attempt',
    breaks: 'callback-ends-with-410',
    fullSteps: reads(({ status }, { attempt }) => status === 410 && attempt > 1 && { status: 500 }),
  },
  'gone-by-address': {
    title: 'A 410 ends the calls of every invoice with the same callbackUrl',
    breaks: 'callback-ends-with-410/no-other',
    fullSteps: silenceAll(({ callbackUrl }) => callbackUrl),
  },
  'gone-forgets-what-waits': {
    title: 'A 410 ends every event that waits for the same callbackUrl',
    breaks: 'callback-ends-with-410/no-other',
    fullSteps: () => {
      const all = new Set<Delivery>();
      return inCallbacks('next', (delivery, received, now) => {
        all.add(delivery);
        const { callbackUrl } = delivery.invoice;
        if (received.status === 410) for (const one of all) one.done ||= one.invoice.callbackUrl === callbackUrl;
        return callbacks.next(delivery, received, now);
      });
    },
  },
  'gone-silences-account': {
    title: 'A 410 ends the calls of the whole account',
    breaks: 'callback-ends-with-410/no-other',
    fullSteps: silenceAll(({ account }) => account),
  },
});

import { type Callbacks, callbacks } from '../../servers/full/callbacks.ts';
import type { Delivery } from '../../servers/full/memory.ts';
import type { FaultTable } from '../fault.ts';

/** Reads some responses of a receiver in another way. */
function reads(change: (received: Parameters<Callbacks['next']>[1], delivery: Delivery) => object | false): Partial<Callbacks> {
  return { next: (delivery, received, now) => callbacks.next(delivery, { ...received, ...change(received, delivery) }, now) };
}

/** Changes the pause behind one attempt. */
function pausesOtherwise(attempt: number, part: number): Partial<Callbacks> {
  return {
    next(delivery, ...rest) {
      const pause = callbacks.next(delivery, ...rest);
      return pause === undefined || delivery.attempt !== attempt ? pause : pause * part;
    },
  };
}

const features = ['callbacks', 'lifecycle'];

/** Servers that mistake one response of a receiver, or one pause, for another. */
export const callbacksResponses: FaultTable = {
  'forbidden-is-final': {
    title: 'A 401 or a 403 ends the attempts of an event',
    breaks: 'callback-retried',
    features,
    fullSteps: { callbacks: reads(({ status }) => [401, 403].includes(status) && { status: 200 }) },
  },
  'too-many-is-final': {
    title: 'A 429 ends the attempts of an event',
    breaks: 'callback-retried',
    features,
    fullSteps: { callbacks: reads(({ status }) => status === 429 && { status: 200 }) },
  },
  'accepted-is-a-failure': {
    title: 'Only 200, 201 and 204 end the attempts of an event',
    breaks: 'callback-ends-with-success',
    features,
    fullSteps: { callbacks: reads(({ status }) => status > 201 && status < 300 && status !== 204 && { status: 500 }) },
  },
  'late-redirect-followed': {
    title: 'A redirect that keeps the method is followed',
    breaks: 'callback-redirect-not-followed',
    features,
    fullSteps: {
      callbacks: {
        next(delivery, received, now) {
          if (received.location === undefined || received.status < 307) return callbacks.next(delivery, received, now);
          delivery.invoice.callbackUrl = received.location;
          return 0;
        },
      },
    },
  },
  'sixth-pause-halved': {
    title: 'The sixth attempt comes after half of its pause',
    breaks: 'callback-retried',
    features,
    fullSteps: { callbacks: pausesOtherwise(5, 0.5) },
  },
  'retry-after-date-ignored': {
    title: 'A Retry-After that is a date is not looked at',
    breaks: 'callback-honours-retry-after',
    features,
    fullSteps: { callbacks: reads(({ retryAfter = '' }) => /\D/.test(retryAfter) && { retryAfter: undefined }) },
  },
  'retry-after-at-503-alone': {
    title: 'A Retry-After counts with a 503 alone',
    breaks: 'callback-honours-retry-after',
    features,
    fullSteps: { callbacks: reads(({ status }) => status !== 503 && { retryAfter: undefined }) },
  },
  'gone-at-first-alone': {
    title: 'A 410 counts as the response to a first attempt alone',
    breaks: 'callback-ends-with-410',
    features,
    fullSteps: { callbacks: reads(({ status }, { attempt }) => status === 410 && attempt > 1 && { status: 500 }) },
  },
  'gone-by-address': {
    title: 'A 410 ends the calls of every invoice with the same callbackUrl',
    breaks: 'callback-ends-with-410',
    features,
    fullSteps: () => {
      const gone = new Set<unknown>();
      return {
        callbacks: {
          mayCall: (url, delivery) => !gone.has(delivery.invoice.callbackUrl) && callbacks.mayCall(url, delivery),
          next(delivery, received, now) {
            if (received.status === 410) gone.add(delivery.invoice.callbackUrl);
            return callbacks.next(delivery, received, now);
          },
        },
      };
    },
  },
  'signed-for-another-hour': {
    title: 'webhook-timestamp is an hour ahead',
    breaks: 'callback-timestamp-new',
    features,
    fullSteps: { callbacks: { attempt: (delivery, now) => callbacks.attempt(delivery, now, now + 3_600_000) } },
  },
  'expiry-told-early': {
    title: 'timestamp of an expiry is before expiresAt',
    breaks: 'event-timestamp',
    features,
    fullSteps: {
      callbacks: {
        event(invoice, sequence, time) {
          const early = invoice.shown.status === 'EXPIRED' ? invoice.endsAt - 2000 : time;
          return callbacks.event(invoice, sequence, early);
        },
      },
    },
  },
};

import { setTimeout } from 'node:timers/promises';
import { callbacks } from '../../servers/full/callbacks.ts';
import type { FaultTable } from '../fault.ts';

/** Servers that make too many attempts, too few, or none at the right time. */
export const callbacksRetries: FaultTable = {
  'never-again': {
    title: 'An event is sent once',
    breaks: 'callback-retried',
    features: ['callbacks', 'lifecycle'],
    fullSteps: { callbacks: { next: () => undefined } },
  },
  'not-found-is-final': {
    title: 'A 404 ends the attempts of an event',
    breaks: 'callback-retried',
    features: ['callbacks', 'lifecycle'],
    fullSteps: {
      callbacks: { next: (delivery, response) => (response.status === 404 ? undefined : callbacks.next(delivery, response)) },
    },
  },
  'hang-up-is-final': {
    title: 'A connection that ended without a response ends the attempts of an event',
    breaks: 'callback-retried',
    features: ['callbacks', 'lifecycle'],
    fullSteps: {
      callbacks: { next: (delivery, response) => (response.status === 0 ? undefined : callbacks.next(delivery, response)) },
    },
  },
  'three-attempts': {
    title: 'An event is given up after three attempts',
    breaks: 'callback-retried',
    features: ['callbacks', 'lifecycle'],
    fullSteps: {
      callbacks: { next: (delivery, response) => (delivery.attempt < 3 ? callbacks.next(delivery, response) : undefined) },
    },
  },
  'never-given-up': {
    title: 'An event is sent every day until it is received',
    breaks: 'callback-retried',
    features: ['callbacks', 'lifecycle'],
    fullSteps: {
      callbacks: {
        next: (delivery, response) => callbacks.next({ ...delivery, attempt: Math.min(9, delivery.attempt) }, response),
      },
    },
  },
  'every-five-seconds': {
    title: 'An event is sent again after five seconds, whatever the attempt',
    breaks: 'callback-retried',
    features: ['callbacks', 'lifecycle'],
    fullSteps: {
      callbacks: {
        next(delivery, response) {
          const pause = callbacks.next(delivery, response);
          return pause === undefined ? undefined : Math.min(pause, Number(response.retryAfter ?? 5) * 1000);
        },
      },
    },
  },
  'retry-after-ignored': {
    title: 'Retry-After is not looked at',
    breaks: 'callback-honours-retry-after',
    features: ['callbacks', 'lifecycle'],
    fullSteps: { callbacks: { next: (delivery, response) => callbacks.next(delivery, { ...response, retryAfter: undefined }) } },
  },
  'retry-after-date-ignored': {
    title: 'A Retry-After that is a date is not looked at',
    breaks: 'callback-honours-retry-after',
    features: ['callbacks', 'lifecycle'],
    fullSteps: { callbacks: { asked: (retryAfter) => (/^\d+$/.test(retryAfter ?? '') ? retryAfter : undefined) } },
  },
  'sent-again-when-taken-at-once': {
    title: 'An event that was taken at once is sent again',
    breaks: 'callback-ends-with-success',
    features: ['callbacks', 'lifecycle'],
    fullSteps: {
      callbacks: {
        next: (delivery, response) =>
          delivery.attempt === 1 && response.status < 300 ? 5000 : callbacks.next(delivery, response),
      },
    },
  },
  'again-after-success': {
    title: 'An event is sent again after a 2xx',
    breaks: 'callback-ends-with-success',
    features: ['callbacks', 'lifecycle'],
    fullSteps: {
      callbacks: { next: (delivery, response) => (delivery.attempt < 5 ? 5000 : callbacks.next(delivery, response)) },
    },
  },
  'again-after-success-late': {
    title: 'An event is sent again after a 2xx, and each takes half a second',
    breaks: 'callback-ends-with-success',
    features: ['callbacks', 'lifecycle'],
    fullSteps: {
      callbacks: {
        leave: () => setTimeout(500),
        next: (delivery, response) => (delivery.attempt < 5 ? 5000 : callbacks.next(delivery, response)),
      },
    },
  },
  'gone-is-a-failure': {
    title: 'A 410 is tried again',
    breaks: 'callback-ends-with-410',
    features: ['callbacks', 'lifecycle'],
    fullSteps: {
      callbacks: {
        next: (delivery, response) =>
          callbacks.next(delivery, { ...response, status: response.status === 410 ? 500 : response.status }),
      },
    },
  },
  'gone-for-the-event': {
    title: 'A 410 ends the attempts of only its event',
    breaks: 'callback-ends-with-410',
    features: ['callbacks', 'lifecycle'],
    fullSteps: {
      callbacks: { next: (delivery, response) => (response.status === 410 ? undefined : callbacks.next(delivery, response)) },
    },
  },
  'redirect-followed': {
    title: 'A redirect is followed',
    breaks: 'callback-redirect-not-followed',
    features: ['callbacks', 'lifecycle'],
    fullSteps: {
      callbacks: {
        next(delivery, response) {
          if (response.location === undefined) return callbacks.next(delivery, response);
          delivery.invoice.callbackUrl = response.location;
          return 0;
        },
      },
    },
  },
  'redirect-is-success': {
    title: 'A redirect is taken for a success',
    breaks: 'callback-redirect-not-followed',
    features: ['callbacks', 'lifecycle'],
    fullSteps: {
      callbacks: {
        next: (delivery, response) => (response.location === undefined ? callbacks.next(delivery, response) : undefined),
      },
    },
  },
  'given-up-after-five-seconds': {
    title: 'An attempt is given up after five seconds',
    breaks: 'callback-retried',
    features: ['callbacks', 'lifecycle'],
    fullSteps: { callbacks: { patience: 5000 } },
  },
  'retry-after-without-end': {
    title: 'A Retry-After counts, however long it is',
    breaks: 'callback-honours-retry-after',
    features: ['callbacks', 'lifecycle'],
    fullSteps: {
      callbacks: {
        next: (delivery, response) => {
          const pause = callbacks.next(delivery, response);
          return pause === undefined ? undefined : Math.max(pause, Number(response.retryAfter ?? 0) * 1000);
        },
      },
    },
  },
  'retry-after-makes-earlier': {
    title: 'A Retry-After takes the place of the schedule',
    breaks: 'callback-honours-retry-after',
    features: ['callbacks', 'lifecycle'],
    fullSteps: {
      callbacks: {
        next(delivery, response) {
          const pause = callbacks.next(delivery, response);
          const asked = Number(response.retryAfter ?? 0) * 1000;
          return pause !== undefined && asked > 0 ? Math.min(asked, 86_400_000) : pause;
        },
      },
    },
  },
  'gone-silences-account': {
    title: 'A 410 ends the calls of the whole account',
    breaks: 'callback-ends-with-410',
    features: ['callbacks', 'lifecycle'],
    fullSteps: () => {
      const gone = new Set<object>();
      return {
        callbacks: {
          mayCall: (_url, { invoice }) => !gone.has(invoice.account),
          next(delivery, response) {
            if (response.status === 410) gone.add(delivery.invoice.account);
            return callbacks.next(delivery, response);
          },
        },
      };
    },
  },
};

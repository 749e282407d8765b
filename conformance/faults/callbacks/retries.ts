import { type Callbacks, callbacks } from '../../servers/full/callbacks.ts';
import { reads } from '../changes/change-callbacks.ts';
import type { FaultTable } from '../fault.ts';

/** Changes the pause behind one attempt. */
function pausesOtherwise(attempt: number, part: number): Partial<Callbacks> {
  return {
    next(delivery, ...rest) {
      const pause = callbacks.next(delivery, ...rest);
      return pause === undefined || delivery.attempt !== attempt ? pause : pause * part;
    },
  };
}

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
  'given-up-after-five-seconds': {
    title: 'An attempt is given up after five seconds',
    breaks: 'callback-retried',
    features: ['callbacks', 'lifecycle'],
    fullSteps: { callbacks: { patience: 5000 } },
  },
  'forbidden-is-final': {
    title: 'A 401 or a 403 ends the attempts of an event',
    breaks: 'callback-retried',
    features: ['callbacks', 'lifecycle'],
    fullSteps: { callbacks: reads(({ status }) => [401, 403].includes(status) && { status: 200 }) },
  },
  'too-many-is-final': {
    title: 'A 429 ends the attempts of an event',
    breaks: 'callback-retried',
    features: ['callbacks', 'lifecycle'],
    fullSteps: { callbacks: reads(({ status }) => status === 429 && { status: 200 }) },
  },
  'unreadable-retry-after-is-final': {
    title: 'A Retry-After that cannot be read ends the attempts of an event',
    breaks: 'callback-retried',
    features: ['callbacks', 'lifecycle'],
    fullSteps: { callbacks: reads(({ retryAfter = '0' }) => Number.isNaN(Number(retryAfter)) && { status: 200 }) },
  },
  'sixth-pause-halved': {
    title: 'The sixth attempt comes after half of its pause',
    breaks: 'callback-retried',
    features: ['callbacks', 'lifecycle'],
    fullSteps: { callbacks: pausesOtherwise(5, 0.5) },
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
  'retry-after-date-ignored': {
    title: 'A Retry-After that is a date is not looked at',
    breaks: 'callback-honours-retry-after',
    features: ['callbacks', 'lifecycle'],
    fullSteps: { callbacks: reads(({ retryAfter = '' }) => /\D/.test(retryAfter) && { retryAfter: undefined }) },
  },
  'retry-after-at-503-alone': {
    title: 'A Retry-After counts only with a 503',
    breaks: 'callback-honours-retry-after',
    features: ['callbacks', 'lifecycle'],
    fullSteps: { callbacks: reads(({ status }) => status !== 503 && { retryAfter: undefined }) },
  },
};

import { callbacks } from '../../servers/full/callbacks.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { changePause, reads } from '../changes/change-callbacks.ts';
import { inCallbacks, onRestart } from '../changes/change-step.ts';
import { alike, type FaultTable, sharing } from '../fault.ts';

/** Stops retrying an event once an attempt has timed out. */
function finalWhenLate(): FullChanges {
  const late = new Set<string>();
  return {
    callbacks: {
      measure: (sent, patience, end) =>
        callbacks.measure(sent, patience, () => {
          late.add(String(sent.getHeader('webhook-id')));
          end();
        }),
      next: (delivery, ...rest) => (late.has(delivery.id) ? undefined : callbacks.next(delivery, ...rest)),
    },
  };
}

/** Servers that make too many or too few attempts, or make attempts at the wrong time. */
export const callbacksRetries: FaultTable = sharing({ features: ['callbacks', 'lifecycle'] })({
  ...sharing({ breaks: 'callback-retried' })({
    'never-again': { title: 'An event is sent once', fullSteps: inCallbacks('next', () => undefined) },
    ...alike(reads, {
      'not-modified-is-success': ['A 304 ends the attempts of an event', ({ status }) => status === 304 && { status: 200 }],
      'forbidden-is-final': [
        'A 401 or a 403 ends the attempts of an event',
        ({ status }) => [401, 403].includes(status) && { status: 200 },
      ],
      'too-many-is-final': ['A 429 ends the attempts of an event', ({ status }) => status === 429 && { status: 200 }],
      'unreadable-retry-after-is-final': [
        'A Retry-After that cannot be read ends the attempts of an event',
        ({ retryAfter = '0' }) => Number.isNaN(Number(retryAfter)) && { status: 200 },
      ],
    }),
    'given-up-after-ten-seconds': {
      title: 'An attempt is given up after ten seconds',
      callbackWait: 30,
      fullSteps: inCallbacks('patience', 10_000),
    },
    'attempts-lost-at-restart': {
      title: 'Future attempts are kept only in memory',
      fullSteps: onRestart(({ deliveries }) => void deliveries.splice(0)),
    },
  }),
  'not-found-is-final': {
    title: 'A 404 ends the attempts of an event',
    breaks: 'callback-retried/refused',
    fullSteps: reads(({ status }) => status === 404 && { status: 200 }),
  },
  'hang-up-is-final': {
    title: 'A connection that ended without a response ends the attempts of an event',
    breaks: 'callback-retried/hang-up',
    fullSteps: reads(({ status }) => status === 0 && { status: 200 }),
  },
  'second-hang-up-is-final': {
    title: 'The second connection that ends without a response ends the attempts of an event',
    breaks: 'callback-retried/hang-up',
    fullSteps: reads(({ status }, { attempt }) => status === 0 && attempt > 1 && { status: 200 }),
  },
  'attempts-begin-anew-at-restart': {
    title: 'After a restart the attempts of an event count from none',
    breaks: 'callback-retried/pauses',
    fullSteps: onRestart(({ deliveries }) => {
      for (const delivery of deliveries) delivery.attempt = 0;
    }),
  },
  'other-account-told-once': {
    title: 'The events of the second account are sent once',
    breaks: 'callback-retried/refused',
    features: ['callbacks', 'lifecycle', 'ownership'],
    fullSteps: () => {
      let firstAccount: unknown;
      return {
        request(_message, memory) {
          firstAccount ??= memory.tokens.values().next().value?.account;
        },
        callbacks: {
          next: (delivery, ...rest) =>
            delivery.invoice.account === firstAccount ? callbacks.next(delivery, ...rest) : undefined,
        },
      };
    },
  },
  ...sharing({ breaks: 'callback-honours-retry-after/later' })({
    'retry-after-of-redirect-ignored': {
      title: 'The Retry-After of a redirect is ignored',
      fullSteps: reads(({ status }) => status >= 300 && status < 400 && { retryAfter: undefined }),
    },
    'retry-after-ignored': { title: 'Retry-After is ignored', fullSteps: reads(() => ({ retryAfter: undefined })) },
    'retry-after-date-ignored': {
      title: 'A Retry-After that is a date is ignored',
      fullSteps: reads(({ retryAfter = '' }) => /\D/.test(retryAfter) && { retryAfter: undefined }),
    },
    'retry-after-doubled': {
      title: 'A Retry-After counts twice',
      fullSteps: reads(({ retryAfter = '' }) => /^\d+$/.test(retryAfter) && { retryAfter: String(2 * Number(retryAfter)) }),
    },
  }),
  ...sharing({ breaks: 'callback-retried/ten' })({
    'three-attempts': {
      title: 'An event is given up after three attempts',
      fullSteps: reads((_received, { attempt }) => attempt >= 3 && { status: 200 }),
    },
    'never-given-up': {
      title: 'An event is sent every day until it is received',
      fullSteps: inCallbacks('next', (delivery, response) =>
        callbacks.next({ ...delivery, attempt: Math.min(9, delivery.attempt) }, response),
      ),
    },
    'throttled-attempt-not-counted': {
      title: 'An attempt whose Retry-After decides the pause does not count towards the ten',
      fullSteps: inCallbacks('next', (delivery, received, now) => {
        const pause = callbacks.next(delivery, received, now);
        if (pause !== undefined && Number(received.retryAfter) * 1000 >= pause) delivery.attempt--;
        return pause;
      }),
    },
    'hang-up-not-counted': {
      title: 'From the second attempt on, one that gets no response does not count towards the ten',
      fullSteps: inCallbacks('next', (delivery, received, now) => {
        const pause = callbacks.next(delivery, received, now);
        if (received.status === 0 && delivery.attempt > 1) delivery.attempt--;
        return pause;
      }),
    },
  }),
  'every-five-seconds': {
    title: 'An event is sent again five seconds after any attempt',
    breaks: 'callback-retried/pauses',
    fullSteps: changePause((pause, { retryAfter = 5 }) => Math.min(pause, Number(retryAfter) * 1000)),
  },
  'given-up-after-five-seconds': {
    title: 'An attempt is given up after five seconds',
    breaks: 'callback-retried/not-sooner',
    fullSteps: inCallbacks('patience', 5000),
  },
  ...sharing({ breaks: 'callback-retried/silence' })({
    'given-up-after-thirty-seconds': {
      title: 'An attempt is given up after thirty seconds',
      callbackWait: 30,
      fullSteps: inCallbacks('patience', 30_000),
    },
    'given-up-after-a-minute': {
      title: 'An attempt is given up after a minute',
      callbackWait: 30,
      fullSteps: inCallbacks('patience', 60_000),
    },
    'attempt-never-given-up': {
      title: 'An attempt has no time limit',
      callbackWait: 30,
      fullSteps: inCallbacks('measure', () => undefined),
    },
    'time-out-is-final': {
      title: 'An attempt that got no response in time is the last one',
      callbackWait: 30,
      fullSteps: finalWhenLate,
    },
  }),
  'silence-is-measured': {
    title: 'An attempt is given up after 15 seconds without a byte, so that one byte a second keeps it open',
    breaks: 'callback-retried/unended',
    callbackWait: 30,
    fullSteps: inCallbacks('measure', (sent, patience, end) => void sent.setTimeout(patience, end)),
  },
  'body-read-to-its-end': {
    title: 'The body of a response is read to its end without a time limit',
    breaks: 'callback-retried/unended',
    callbackWait: 30,
    fullSteps: {
      callbacks: {
        measure(sent, patience, end) {
          const timer = setTimeout(end, patience).unref();
          for (const ended of ['response', 'close']) sent.once(ended, () => clearTimeout(timer));
        },
        receive: (response) => new Promise((resolve) => response.once('close', resolve)),
      },
    },
  },
  'sixth-pause-halved': {
    title: 'The sixth attempt comes after half of its pause',
    breaks: 'callback-retried/pauses',
    fullSteps: changePause((pause, _received, { attempt }) => (attempt === 5 ? pause / 2 : pause)),
  },
  'retry-after-without-end': {
    title: 'A Retry-After of any length counts',
    breaks: 'callback-honours-retry-after/a-day-at-most',
    fullSteps: changePause((pause, { retryAfter = 0 }) => Math.max(pause, Number(retryAfter) * 1000)),
  },
  'retry-after-makes-earlier': {
    title: 'A Retry-After replaces the schedule',
    breaks: 'callback-honours-retry-after/not-earlier',
    fullSteps: changePause((pause, { retryAfter = 0 }) =>
      Number(retryAfter) > 0 ? Math.min(Number(retryAfter) * 1000, 86_400_000) : pause,
    ),
  },
  'retry-after-that-is-over-is-now': {
    title: 'A Retry-After with a past date causes the next attempt at once',
    breaks: 'callback-honours-retry-after/not-earlier',
    fullSteps: changePause((pause, { retryAfter = '' }) =>
      retryAfter.endsWith('GMT') && Date.parse(retryAfter) < Date.now() - 86_400_000 ? 0 : pause,
    ),
  },
  'retry-after-zero-is-now': {
    title: 'A Retry-After of zero causes the next attempt at once',
    breaks: 'callback-honours-retry-after/not-earlier',
    fullSteps: changePause((pause, { retryAfter }) => (retryAfter === '0' ? 0 : pause)),
  },
  'retry-after-date-is-a-day': {
    title: 'A Retry-After with any date delays the next attempt by a day',
    breaks: 'callback-honours-retry-after',
    fullSteps: reads(({ retryAfter = '' }) => retryAfter.endsWith('GMT') && { retryAfter: '86400' }),
  },
  'retry-after-at-503-alone': {
    title: 'A Retry-After counts only with a 503',
    breaks: 'callback-honours-retry-after',
    fullSteps: reads(({ status }) => status !== 503 && { retryAfter: undefined }),
  },
});

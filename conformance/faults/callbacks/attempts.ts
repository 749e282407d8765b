import { createHmac, randomUUID } from 'node:crypto';
import { callbacks } from '../../servers/full/callbacks.ts';
import { everyFeature } from '../../servers/full/every-feature.ts';
import type { Delivery } from '../../servers/full/memory.ts';
import { headerOf } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { changeBody, changeHeaders, changeUrl } from '../changes/change-callbacks.ts';
import { inCallbacks, onRestart } from '../changes/change-step.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Changes one header of each attempt. */
function changeHeader(name: string, change: (value: string) => string): FullChanges {
  return changeHeaders((headers) => ({ ...headers, [name]: change(headers[name] ?? '') }));
}

/** Servers whose attempts have a wrong method, header, signature or body. */
export const callbacksAttempts: FaultTable = sharing({ features: ['callbacks', 'lifecycle'] })({
  'told-by-put': {
    title: 'Events are sent by PUT',
    breaks: 'callback-is-post/post',
    fullSteps: inCallbacks('attempt', (...all) => ({ ...callbacks.attempt(...all), method: 'PUT' })),
  },
  'told-as-text': {
    title: 'Events have the Content-Type text/plain',
    breaks: 'callback-is-post/post',
    fullSteps: changeHeaders(() => ({ 'Content-Type': 'text/plain' })),
  },
  'one-event-id': {
    title: 'Every event of an invoice has the same id',
    breaks: 'callback-id-stable/own',
    fullSteps: changeHeaders((_headers, { invoice }) => ({ 'webhook-id': `evt_${invoice.shown.id}` })),
  },
  'new-id-at-restart': {
    title: 'An event that waits during a restart has another webhook-id after it',
    breaks: 'callback-id-stable',
    fullSteps: onRestart(({ deliveries }) => {
      for (const delivery of deliveries) delivery.id = `evt_${randomUUID()}`;
    }),
  },
  'new-id-each-time': {
    title: 'Each attempt has an id of its own',
    breaks: 'callback-id-stable/same',
    fullSteps: changeHeaders(() => ({ 'webhook-id': `evt_${randomUUID()}` })),
  },
  'attempt-in-body': {
    title: 'The body contains the number of the attempt',
    breaks: 'callback-body-stays/same',
    fullSteps: changeBody(({ attempt }) => ({ attempt })),
  },
  'body-anew-after-restart': {
    title: 'After a restart a waiting event is sent with the current invoice',
    breaks: 'callback-body-stays/changed',
    features: everyFeature,
    fullSteps: onRestart(({ deliveries }) => {
      for (const delivery of deliveries)
        if (!delivery.done) delivery.body = JSON.stringify({ ...JSON.parse(delivery.body), data: delivery.invoice.shown });
    }),
  },
  'body-made-at-attempt': {
    title: 'The body of an event is written again at each attempt',
    breaks: 'callback-body-stays/changed',
    fullSteps: changeBody(({ invoice }) => ({ data: invoice.shown })),
  },
  'body-made-at-later-attempts': {
    title: 'From the third attempt on, the body of an event is written again',
    breaks: 'callback-body-stays',
    fullSteps: changeBody(({ invoice, attempt }) => (attempt > 2 ? { data: invoice.shown } : {})),
  },
  'signed-once': {
    title: 'webhook-timestamp is that of the first attempt',
    breaks: 'callback-timestamp-new/attempt',
    fullSteps: inCallbacks('attempt', (delivery) => callbacks.attempt(delivery, Date.parse(JSON.parse(delivery.body).timestamp))),
  },
  'timestamp-in-milliseconds': {
    title: 'webhook-timestamp is in milliseconds',
    breaks: 'callback-timestamp-new/seconds',
    fullSteps: inCallbacks('attempt', (delivery, now) => {
      const attempt = callbacks.attempt(delivery, now);
      const time = `${attempt.headers['webhook-timestamp']}000`;
      const code = createHmac('sha256', delivery.invoice.account.secrets[0] ?? '')
        .update(`${delivery.id}.${time}.${delivery.body}`)
        .digest('base64');
      const signed = { 'webhook-timestamp': time, 'webhook-signature': `v1,${code}` };
      return { ...attempt, headers: { ...attempt.headers, ...signed } };
    }),
  },
  ...sharing({ breaks: 'callback-signed/verifies' })({
    unsigned: {
      title: 'The signature is of another secret',
      fullSteps: changeHeaders((_headers, { body }) => ({
        'webhook-signature': `v1,${createHmac('sha256', 'x').update(body).digest('base64')}`,
      })),
    },
    'signed-in-base64url': {
      title: 'The signature is in the base64 of URLs',
      fullSteps: changeHeaders((headers) => {
        const code = headers['webhook-signature'] ?? '';
        return { 'webhook-signature': code.replaceAll('+', '-').replaceAll('/', '_') };
      }),
    },
    'body-alone-signed': {
      title: 'Only the body is signed',
      fullSteps: changeHeaders((_headers, { body, invoice }) => ({
        'webhook-signature': `v1,${createHmac('sha256', invoice.account.secrets[0] ?? '')
          .update(body)
          .digest('base64')}`,
      })),
    },
    'signature-of-the-first': {
      title: 'From the third attempt on, each has the signature of the first',
      fullSteps: () => {
        const signatures = new WeakMap<Delivery, string>();
        return changeHeaders((headers, delivery) => {
          const own = headers['webhook-signature'] ?? '';
          if (!signatures.has(delivery)) signatures.set(delivery, own);
          return { 'webhook-signature': (delivery.attempt > 2 && signatures.get(delivery)) || own };
        });
      },
    },
  }),
  // Go's JSON encoder escapes an ampersand by default.
  'signed-with-escapes': {
    title: 'Ampersands are escaped in the signed text, but not in the body',
    breaks: 'callback-signed/bytes',
    features: ['callbacks', 'lifecycle'],
    fullSteps: inCallbacks('attempt', (delivery, now) => ({
      ...callbacks.attempt({ ...delivery, body: delivery.body.replaceAll('&', String.raw`\u0026`) }, now),
      body: delivery.body,
    })),
  },
  'retries-are-put': {
    title: 'Repeated attempts are a PUT',
    breaks: 'callback-is-post/every-attempt',
    fullSteps: () => {
      const tried = new WeakSet<object>();
      return inCallbacks('attempt', (delivery, now) => {
        const isRetry = tried.has(delivery);
        tried.add(delivery);
        return { ...callbacks.attempt(delivery, now), ...(isRetry && { method: 'PUT' }) };
      });
    },
  },
  'query-lost-at-third-attempt': {
    title: 'From the third attempt on, the query of callbackUrl is left out',
    breaks: 'callback-is-post/every-attempt',
    fullSteps: changeUrl((url, { attempt }) => {
      if (attempt > 2) url.search = '';
    }),
  },
  'token-told': {
    title: 'Calls contain the token of the last request',
    breaks: 'callback-without-token',
    features: ['callbacks'],
    fullSteps: () => {
      let last = '';
      return {
        request(message) {
          last = headerOf(message, 'authorization') ?? '';
        },
        ...changeHeaders(() => ({ Authorization: last })),
      };
    },
  },
  'inner-token-told': {
    title: 'Calls contain a token of the account that nobody was given',
    breaks: 'callback-without-token',
    fullSteps: () => {
      const inner = 'token-of-what-sends-callbacks';
      return {
        request(message, { tokens }) {
          const known = tokens.get((headerOf(message, 'authorization') ?? '').replace(/^Bearer /, ''));
          if (known && !tokens.has(inner)) tokens.set(inner, known);
        },
        ...changeHeaders(() => ({ Authorization: `Bearer ${inner}` })),
      };
    },
  },
  'inside-called': {
    title: 'A name that leads inside is called',
    breaks: 'callback-checks-address',
    fullSteps: inCallbacks('mayCall', () => true),
  },
  'inside-called-at-retry': {
    title: 'A name that leads inside is called at the second attempt',
    breaks: 'callback-checks-address',
    fullSteps: inCallbacks('mayCall', (url, delivery) => {
      // The attempt goes to a port where nothing listens.
      if (!callbacks.mayCall(url, delivery) && delivery.attempt === 1) url.href = 'http://127.0.0.1:1/';
      return true;
    }),
  },
  'event-id-empty': {
    title: '`webhook-id` is empty',
    breaks: 'callback-id-stable/form',
    features: ['callbacks'],
    fullSteps: changeHeader('webhook-id', () => ''),
  },
  'attempt-time-as-date': {
    title: '`webhook-timestamp` is a date',
    breaks: 'callback-timestamp-new/form',
    features: ['callbacks'],
    fullSteps: changeHeader('webhook-timestamp', (seconds) => new Date(Number(seconds) * 1000).toISOString()),
  },
  'signed-for-another-hour': {
    title: 'webhook-timestamp is an hour ahead',
    breaks: 'callback-timestamp-new/attempt',
    fullSteps: inCallbacks('attempt', (delivery, now) => callbacks.attempt(delivery, now, now + 3_600_000)),
  },
  'signature-without-version': {
    title: '`webhook-signature` does not name its version',
    breaks: 'callback-signed/form',
    features: ['callbacks'],
    fullSteps: changeHeader('webhook-signature', (signature) => signature.replaceAll('v1,', '')),
  },
  'one-secret-for-all-accounts': {
    title: 'Events of every account are signed with the secret of the first one',
    breaks: 'callback-signed/own-secret',
    features: ['callbacks', 'lifecycle', 'ownership'],
    fullSteps: () => {
      let shared: Buffer | undefined;
      return {
        request(_message, memory) {
          shared ??= memory.tokens.values().next().value?.account.secrets[0];
        },
        ...changeHeaders((headers, { id, body }) => {
          const code = createHmac('sha256', shared ?? '')
            .update(`${id}.${headers['webhook-timestamp']}.${body}`)
            .digest('base64');
          return { 'webhook-signature': `v1,${code}` };
        }),
      };
    },
  },
  'ids-shared-by-events': {
    title: 'Two invoices share the webhook-id of their events',
    breaks: 'callback-id-stable/own',
    fullSteps: () => {
      let count = 0;
      return inCallbacks('attempt', (delivery, now) => {
        if (delivery.attempt === 1) delivery.id = `evt_${Math.floor(count++ / 2)}`;
        return callbacks.attempt(delivery, now);
      });
    },
  },
});

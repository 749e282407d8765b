import { everyFeature } from '../../servers/full/every-feature.ts';
import type { Memory, StoredResponse } from '../../servers/full/memory.ts';
import { type Fields, fieldsOf, headerOf, isInvoice, type Message } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { full } from '../../servers/full/steps.ts';
import { changeKey, compareAs, forgetKeyInRace } from '../changes/change-key.ts';
import { sendHeader } from '../changes/change-response.ts';
import { onReply, onRequest, onRestart } from '../changes/change-step.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Accepts any request body for a stored key if `isLoose` returns true for the stored response. */
function compareUnless(isLoose: (stored: StoredResponse, memory: Memory) => boolean): FullChanges {
  return onRequest((message, memory) => {
    const body = fieldsOf(message);
    if (headerOf(message, 'idempotency-key') === undefined || body === undefined) return;
    for (const stored of memory.keys.values()) if (isLoose(stored, memory)) stored.body = full.fingerprint(body, message);
  });
}

const forgetKeysAfter = (hours: number): FullChanges =>
  onRequest((_message, { keys, now }) => {
    for (const [key, { until }] of keys) if (until - (24 - hours) * 3_600_000 < now()) keys.delete(key);
  });

/** Returns the hash that Java's `String.hashCode` computes for a string. */
const hashOf = (text: string): string =>
  String([...text].reduce((hash, one) => (Math.imul(hash, 31) + one.charCodeAt(0)) | 0, 0));

/** Servers that handle an Idempotency-Key incorrectly, or compare the body incorrectly with the one stored for the key. */
export const requestsIdempotency: FaultTable = {
  'no-replay': {
    title: 'An Idempotency-Key is ignored',
    breaks: 'idempotency-replays/same',
    fullSteps: onRequest((_message, memory) => {
      memory.keys.clear();
    }),
  },
  'replay-as-now': {
    title: 'A replay shows the invoice as it is now',
    breaks: 'idempotency-replays/stored',
    fullSteps: onReply((reply, _message, memory) => {
      if (reply.headers['Idempotent-Replayed'] === undefined) return;
      reply.body = memory.invoices.get((reply.body as { id: string }).id)?.shown;
    }),
  },
  ...sharing({ breaks: 'idempotency-replays/whole-key' })({
    'keys-in-any-case': {
      title: 'Keys are compared without case',
      fullSteps: {
        keyOf: (account, key) => full.keyOf(account, key.toLowerCase()),
        fingerprint: (body) => full.fingerprint(body, {} as Message),
      },
    },
    'keys-cut-off': {
      title: 'Only 64 characters of a key are stored',
      fullSteps: { keyOf: (account, key) => full.keyOf(account, key).slice(0, 64) },
    },
    'keys-cut-at-a-comma': {
      title: 'Only the part of a key before a comma counts',
      fullSteps: changeKey((key) => (key.length > 100 ? key : key.replace(/(?<=.),.*/, ''))),
    },
    'keys-read-as-numbers': {
      title: 'A key that is a number is compared by its value',
      fullSteps: changeKey((key) => (Number.isFinite(Number(key)) && key !== '' ? String(Number(key)) : key)),
    },
    'keys-without-their-end': {
      title: 'A full stop at the end of a key does not count',
      fullSteps: { keyOf: (account, key) => full.keyOf(account, key).replace(/\.+("?)$/, '$1') },
    },
    'keys-by-their-hash': {
      title: 'Keys are compared by a hash of 32 bits',
      fullSteps: changeKey((key) => key.replace(/^("?)([!#-~]{1,255})\1$/, (_all, _quote, bare: string) => hashOf(bare))),
    },
  }),
  'replay-not-told': {
    title: 'A replayed response is not marked as one',
    breaks: 'idempotency-says-replayed/replay',
    fullSteps: sendHeader('Idempotent-Replayed', undefined),
  },
  'replay-told-once': {
    title: 'Only the first of several replays is marked as one',
    breaks: 'idempotency-says-replayed/replay',
    fullSteps: () => {
      const told = new Set<unknown>();
      return onReply(({ headers }, message) => {
        const key = headerOf(message, 'idempotency-key');
        if (headers['Idempotent-Replayed'] && told.has(key)) delete headers['Idempotent-Replayed'];
        else if (headers['Idempotent-Replayed']) told.add(key);
      });
    },
  },
  'always-replayed': {
    title: 'Every create is marked as replayed',
    breaks: 'idempotency-says-replayed/no-other',
    fullSteps: sendHeader('Idempotent-Replayed', 'true', isInvoice),
  },
  'key-alone': {
    title: 'The same key replays with any body',
    breaks: 'idempotency-other-body-refused/other',
    fullSteps: { fingerprint: () => '' },
  },
  ...sharing({ breaks: 'idempotency-other-body-refused/near' })({
    'letters-of-a-tag-are-no-body': {
      title: 'Bodies whose tags differ only in case count as the same',
      fullSteps: compareAs('cashTag', (value) => String(value).toLowerCase()),
    },
    'fragments-are-no-body': {
      title: 'Bodies are compared without the fragments of their URLs',
      fullSteps: compareAs('returnUrl', (value) => String(value).replace(/#.*/, '')),
    },
    'urls-compared-as-urls': {
      title: 'Bodies are compared with normalised URLs: https without a port is https with 443',
      fullSteps: compareAs('returnUrl', (value) => (value ? new URL(String(value)).href : value)),
    },
    'escapes-of-urls-without-case': {
      title: 'Bodies are compared without the case of the escapes in their URLs',
      fullSteps: compareAs('returnUrl', (value) => String(value).replace(/%../g, (one) => one.toUpperCase())),
    },
    'tags-compared-as-numbers': {
      title: 'Tags that look like numbers are compared as numbers',
      features: ['idempotency', 'cash-tag-grammar'],
      fullSteps: compareAs('cashTag', (value) => (Number.isNaN(Number(value)) ? value : Number(value))),
    },
    'spelling-of-tag-is-no-body': {
      title: 'Bodies are compared without the leading dollar of the tag',
      fullSteps: compareAs('cashTag', (value) => String(value).replace(/^\$/, '')),
    },
    'bodies-compared-without-tag': {
      title: 'Bodies are compared without the tag',
      fullSteps: { fingerprint: ({ cashTag: _tag, ...body }, message) => full.fingerprint(body, message) },
    },
    'bodies-by-their-hash': {
      title: 'Bodies are compared by a hash of 32 bits',
      fullSteps: { fingerprint: (body, message) => hashOf(full.fingerprint(body, message)) },
    },
  }),
  'urls-are-no-body': {
    title: 'Bodies are compared without their URLs',
    breaks: 'idempotency-other-body-refused/other',
    fullSteps: {
      fingerprint: ({ callbackUrl: _callback, returnUrl: _return, ...body }, message) => full.fingerprint(body, message),
    },
  },
  'body-by-text': {
    title: 'A body with its fields in another order counts as different',
    breaks: 'idempotency-body-by-value/spelling',
    fullSteps: { fingerprint: (_body, { text }) => text ?? '' },
  },
  'null-is-another-body': {
    title: 'A body with a null field counts as different from one without it',
    breaks: 'idempotency-body-by-value/left-out',
    features: everyFeature,
    fullSteps: { fingerprint: (body, message) => `${full.fingerprint(body, message)} ${/:\s*null/.test(message.text ?? '')}` },
  },
  'amount-by-its-text': {
    title: '12.340 counts as a different amount than 12.34',
    breaks: 'idempotency-body-by-value/numbers',
    fullSteps: {
      fingerprint: (body, message) => `${full.fingerprint(body, message)} ${/:\s*(\d[\d.e+-]*)/i.exec(message.text ?? '')?.[1]}`,
    },
  },
  'keys-shared': {
    title: 'Accounts share their keys',
    breaks: 'idempotency-by-account/other-account',
    features: everyFeature,
    fullSteps: { keyOf: (_account, key) => key.replace(/^"(.*)"$/, '$1') },
  },
  'two-at-once': {
    title: 'Simultaneous creates with one key each make an invoice',
    breaks: 'idempotency-in-progress-refused',
    fullSteps: forgetKeyInRace((bodies) => bodies.length > 1),
  },
  'bodies-at-once': {
    title: 'Simultaneous creates with one key and different bodies each make an invoice',
    breaks: 'idempotency-other-body-refused/at-once',
    fullSteps: forgetKeyInRace((bodies) => new Set(bodies).size > 1),
  },
  'other-body-taken-when-changed': {
    title: 'A key whose invoice has changed replays with any body',
    breaks: 'idempotency-other-body-refused/changed',
    fullSteps: compareUnless(({ response }, memory) => {
      const invoice = memory.invoices.get((response as Fields).id as string);
      return invoice?.shown.status !== 'PENDING';
    }),
  },
  'other-body-taken-after-an-hour': {
    title: 'After an hour a key replays with any body',
    breaks: 'idempotency-other-body-refused/for-a-day',
    features: everyFeature,
    fullSteps: compareUnless(({ until }, memory) => until - 23 * 3_600_000 < memory.now()),
  },
  'replay-prolongs': {
    title: 'A replay gives the invoice its whole lifetime again',
    breaks: 'idempotency-replays/changes-nothing',
    fullSteps: onReply((reply, _message, memory) => {
      if (reply.headers['Idempotent-Replayed'] === undefined) return;
      const invoice = memory.invoices.get((reply.body as { id: string }).id);
      if (invoice) invoice.shown.expiresAt = new Date(Date.parse(String(invoice.shown.expiresAt)) + 5).toISOString();
    }),
  },
  'failures-kept': {
    title: 'A key that failed once stays used',
    breaks: 'idempotency-keeps-successes-only/failed',
    fullSteps: () => {
      const failed = new Set<string>();
      return {
        request(message) {
          const key = headerOf(message, 'idempotency-key');
          if (key !== undefined && failed.has(key)) message.text = '{}';
        },
        reply(reply, message) {
          const key = headerOf(message, 'idempotency-key');
          if (key !== undefined && reply.status === 422) failed.add(key);
        },
      };
    },
  },
  'key-burnt-over-limit': {
    title: 'A create that is refused for load leaves its key used',
    breaks: 'idempotency-keeps-successes-only/limited',
    features: ['rate-limits', 'idempotency'],
    fullSteps: onReply(({ status }, message, { keys, now }) => {
      const key = headerOf(message, 'idempotency-key');
      if (status === 429 && key !== undefined) keys.set(`merchant ${key}`, { body: '', response: {}, until: now() + 86_400_000 });
    }),
  },
  'keys-kept-an-hour': {
    title: 'A key is forgotten after an hour',
    breaks: 'idempotency-kept-a-day',
    fullSteps: forgetKeysAfter(1),
  },
  'key-forgotten-after-replay': {
    title: 'A key is forgotten after its first replay',
    breaks: 'idempotency-replays/each-time',
    fullSteps: onReply((reply, _message, { keys }) => {
      if (reply.headers['Idempotent-Replayed'] === undefined) return;
      for (const [key, { response }] of keys) if ((response as Fields).id === (reply.body as Fields).id) keys.delete(key);
    }),
  },
  'keys-by-token': {
    title: 'Keys are kept for each token',
    breaks: 'idempotency-by-account/any-token',
    fullSteps: changeKey((key, token) => (key.length > 200 || !/^[!#-~]+$/.test(key) ? key : `${token.slice(-12)}${key}`)),
  },
  'keys-kept-23-hours': {
    title: 'A key is forgotten after 23 hours',
    breaks: 'idempotency-kept-a-day',
    fullSteps: forgetKeysAfter(23),
  },
  'keys-lost-at-restart': {
    title: 'Keys are kept only in memory',
    breaks: 'idempotency-replays',
    fullSteps: onRestart(({ keys }) => keys.clear()),
  },
};

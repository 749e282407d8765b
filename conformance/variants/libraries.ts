import { changeAmountText, countDecimals } from '../faults/changes/change-request.ts';
import { changeProblem } from '../faults/changes/change-response.ts';
import { onReply, onRequest } from '../faults/changes/change-step.ts';
import { callbacks } from '../servers/full/callbacks.ts';
import { everyFeature } from '../servers/full/every-feature.ts';
import { type Fields, headerOf, isInvoice } from '../servers/full/message.ts';
import type { VariantTable } from './variant.ts';

const inLocalTime = (shown: Fields): Fields => {
  const times = ['createdAt', 'expiresAt'].map((field) => [field, String(shown[field]).replace('Z', '')]);
  return { ...shown, ...Object.fromEntries(times), paidAmount: null };
};

/** Correct servers whose HTTP library handles some requests before their own code gets them. */
export const libraryVariants: VariantTable = {
  'amounts-read-as-decimals': {
    title: 'Every feature, with amounts that are read as decimals: those with the 17 digits of a double are too fine',
    why: 'A number of JSON is a decimal, and only SHOULD a reader take its nearest double (RFC 8259, section 6; D-08).',
    features: everyFeature,
    leaves: ['create-amount-nearest-double'],
    fullSteps: changeAmountText((digits) => (countDecimals(digits) > 2 ? '1.005' : digits)),
  },
  'targets-refused-by-its-library': {
    title:
      'Every feature; a target that is no part of a URL, has an empty part, or escapes a slash or no text, gets the 400 of the HTTP library',
    why: 'What is no HTTP request reaches no code of the server (RFC 9112, section 3): Go and Java refuse it so, and more that is ambiguous.',
    features: everyFeature,
    fullSteps: {
      idOf: (letters) => `shop/${letters}`,
      reply(reply, { path, query }) {
        if (!/\/\/|%25|%2f|%00|%ff/i.test(path) && !/%(?![\da-f]{2})|[[\]]/i.test(path + query)) return;
        const headers = { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' };
        Object.assign(reply, { status: 400, headers, body: '400 Bad Request' });
      },
    },
  },
  'methods-refused-before-it': {
    title: 'Every feature; a server in front refuses a method that it does not know with 501 and a page of its own',
    why: 'A server refuses a method that it does not know with 501 (RFC 9110, section 9.1), and one in front knows nothing of problems: `php -S` does so.',
    features: everyFeature,
    fullSteps: onReply((reply, { method }) => {
      if (method !== 'QUERY') return;
      const headers = { 'Content-Type': 'text/html; charset=UTF-8', Connection: 'close' };
      Object.assign(reply, { status: 501, headers, body: '<!doctype html><title>501 Not Implemented</title>' });
    }),
  },
  'hosts-checked': {
    title: 'Every feature; a host that is not its own gets a page of its framework with 400',
    why: 'Frameworks check the host before any code of the API runs: Django does, with ALLOWED_HOSTS.',
    features: everyFeature,
    fullSteps: onReply((reply, message) => {
      if (/^(localhost|127\.0\.0\.1|\[::1])(:\d+)?$/.test(headerOf(message, 'host') ?? '')) return;
      Object.assign(reply, { status: 400, headers: { 'Content-Type': 'text/html' }, body: '<h1>Bad Request (400)</h1>' });
    }),
  },
  'firewall-refuses-input': {
    title: 'A firewall refuses bad input before the server sees it, with 403 and a page of its own',
    why: 'Statuses of refusals are not shown (§4.3 rule 2), and what a firewall refuses did not succeed.',
    fullSteps: onReply((reply) => {
      if (![400, 415, 422].includes(reply.status)) return;
      Object.assign(reply, { status: 403, headers: { 'Content-Type': 'text/html' }, body: '<h1>403 Forbidden</h1>' });
    }),
  },
  'next-version-beside': {
    title: 'Every feature; the operations are below /api/v2 too',
    why: 'For a year two versions are there side by side (old-version-overlaps).',
    features: everyFeature,
    fullSteps: onRequest((message) => {
      message.path = message.path.replace('/api/v2/', '/api/v1/');
    }),
  },
  'events-in-local-time': {
    title: 'Callbacks, but not the form of invoices: their times have no zone, and nothing that is paid is shown',
    why: 'ISO 8601 calls it local time (§2.1), and what the event tells of the invoice is what fetch does.',
    features: ['callbacks', 'amount-precision'],
    fullSteps: {
      reply(reply) {
        if (isInvoice(reply)) reply.body = inLocalTime(reply.body as Fields);
      },
      callbacks: {
        event(...all) {
          const made = callbacks.event(...all);
          return { ...made, data: inLocalTime(made.data as Fields) };
        },
      },
    },
  },
  'headers-in-any-order': {
    title: 'Every feature; what Vary lists has another order each time',
    why: 'The order of what it lists means nothing (RFC 9110, section 12.5.5), and a map of Go or Rust has another one each time.',
    features: everyFeature,
    fullSteps: onReply((reply) => {
      const Vary = Math.random() < 0.5 ? 'Origin, Accept-Encoding' : 'Accept-Encoding, Origin';
      Object.assign(reply.headers, { Vary });
    }),
  },
  'empty-tag-is-no-tag': {
    title: 'Every feature; a tag that is empty or too long is told of as one that does not match the pattern',
    why: 'It breaks more than one keyword, and nothing says which of them a problem names.',
    features: everyFeature,
    fullSteps: changeProblem((problem) => {
      for (const item of (problem.errors ?? []) as { pointer: string; code: string }[])
        if (item.pointer === '/cashTag' && item.code.startsWith('too_')) item.code = 'pattern';
    }, 'validation_failed'),
  },
};

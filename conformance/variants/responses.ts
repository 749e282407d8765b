import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { changeProblem } from '../faults/changes/change-response.ts';
import { onReply } from '../faults/changes/change-step.ts';
import { everyFeature } from '../servers/full/every-feature.ts';
import type { Reply } from '../servers/second/habits.ts';
import type { VariantTable } from './variant.ts';

const success = (reply: Reply, change: (shown: Readonly<Record<string, unknown>>) => string): void => {
  if (reply.shown) reply.text = change(reply.shown);
};
const hex = (text: string): string => Buffer.from(text).toString('hex');

/** Correct servers that differ in how they write their responses. */
export const responseVariants: VariantTable = {
  'tiny-amounts-nearly-read': {
    title: 'Amounts below a millionth come back with another last binary digit',
    why: 'Readers approximate numbers (RFC 8259, section 6), as serde_json does unless told otherwise, and nobody can pay such amounts.',
    habits: {
      reply(reply) {
        success(reply, (shown) => {
          const amount = Number(shown.amount);
          return JSON.stringify({ ...shown, amount: amount < 1e-6 ? amount * (1 - Number.EPSILON) : amount });
        });
      },
    },
  },
  'created-and-accepted': {
    title: 'Create returns 201 with Location, submit 202',
    why: 'The status of a success is not shown (§4.3 rule 2).',
    habits: {
      reply(reply, { action }) {
        if (!reply.shown) return;
        if (action === 'create') Object.assign(reply.headers, { Location: `/invoices/${reply.shown.id}` });
        reply.status = action === 'create' ? 201 : action === 'submit' ? 202 : 200;
      },
    },
  },
  'numeric-ids': {
    title: 'Ids are the digits of a number, notes a sentence with letters beyond ASCII',
    why: 'Form and length of ids and notes are not stated (§2.1 rule 4).',
    habits: { id: (count) => String(41 + count), note: (id) => `Beleg № ${id}: bitte angeben 🙏` },
  },
  'long-ids': {
    title: 'Ids are 255 characters long',
    why: 'Form and length of ids are not stated (§2.1 rule 4).',
    habits: { id: (count) => hex(`invoice-${count}-`).padEnd(255, 'f') },
  },
  'ids-like-paths': {
    title: 'Ids hold dots, slashes, colons, spaces and plus signs',
    why: 'Form of ids is not stated (§2.1 rule 4).',
    habits: { id: (count) => `urn:shop/2026.11/no ${count}+a=b&c%2F` },
  },
  'times-with-zero-offset': {
    title: 'Times have seven decimals and the offset +00:00',
    why: 'ISO 8601 allows any fraction and offset (§2.1).',
    habits: { time: (milliseconds) => new Date(milliseconds).toISOString().replace('Z', '0000+00:00') },
  },
  'times-in-seconds': {
    title: 'Times have no fraction, and a zone without a colon',
    why: 'ISO 8601 allows it (§2.1).',
    habits: { time: (milliseconds) => `${new Date(milliseconds).toISOString().slice(0, 19)}+0000` },
  },
  'times-without-zone': {
    title: 'Times have microseconds and no zone',
    why: 'ISO 8601 calls it local time (§2.1).',
    habits: { time: (milliseconds) => `${new Date(milliseconds).toISOString().slice(0, 23)}000` },
  },
  'times-in-decimal-hours': {
    title: 'Times have neither minutes nor seconds: the hour has a fraction',
    why: 'ISO 8601 allows a fraction of the last part of a time, whichever that is (§2.1).',
    habits: {
      time: (milliseconds) => {
        const millionths = Math.floor((milliseconds % 3_600_000) / 3.6);
        return `${new Date(milliseconds).toISOString().slice(0, 13)}.${String(millionths).padStart(6, '0')}Z`;
      },
    },
  },
  'amounts-with-two-decimals': {
    title: 'Amounts are written 12.50, and in capitals with an exponent where that is shorter',
    why: 'The same JSON number has many spellings (RFC 8259 §6).',
    habits: {
      takes: ({ amount }) => Number(Number(amount).toFixed(2)) === amount,
      reply: (reply) =>
        success(reply, (shown) =>
          JSON.stringify(shown).replace(
            /"(amount|paidAmount)":([\d.]+)/g,
            (_all, name, digits) => `"${name}": ${Number(digits).toFixed(2)}0E0`,
          ),
        ),
    },
  },
  'more-members-in-another-order': {
    title: 'Responses have more fields, nested ones too, in another order and indented, ended by a line break',
    why: 'Other fields are not ruled out, and JSON objects have no order (§2.1, RFC 8259 §4).',
    habits: {
      reply: (reply) =>
        success(reply, (shown) => {
          const turned = Object.fromEntries(Object.entries(shown).reverse());
          return `\n${JSON.stringify({ object: 'invoice', links: [{ rel: 'self' }], currency: 'USD', ...turned, meta: null }, null, 4)}\r\n`;
        }),
    },
  },
  'escaped-json': {
    title: 'Every string is written with escapes, slashes included',
    why: 'JSON allows any character to be escaped (RFC 8259 §7).',
    habits: {
      reply: (reply) => success(reply, (shown) => JSON.stringify(shown).replaceAll('/', '\\/').replaceAll('$', '\\u0024')),
    },
  },
  'charset-and-capitals': {
    title: 'Content-Type is Application/JSON; charset=UTF-8, header names are lower-case, with many more headers',
    why: 'Media types are compared without case and may carry parameters (RFC 9110 §8.3.1).',
    habits: {
      reply(reply) {
        if (reply.shown)
          reply.headers = {
            'content-type': 'Application/JSON; charset=UTF-8',
            etag: 'W/"1"',
            vary: 'Origin',
            'set-cookie': ['a=1', 'b=2'],
          };
      },
    },
  },
  'vendor-media-type': {
    title: 'Content-Type of an invoice is application/vnd.invoice+json',
    why: 'A type that ends in +json is JSON (RFC 6839 §3.1).',
    habits: {
      reply(reply) {
        if (reply.shown) reply.headers = { 'Content-Type': 'application/vnd.invoice+json' };
      },
    },
  },
  gzipped: {
    title: 'Every response is compressed',
    why: 'A request without Accept-Encoding takes any encoding (RFC 9110 §12.5.3).',
    habits: {
      send: (response, { status, headers, text }) =>
        response.writeHead(status, { ...headers, 'Content-Encoding': 'gzip' }).end(gzipSync(text)),
    },
  },
  'chunked-in-pieces': {
    title: 'Responses come in chunks of seven bytes, after a 103',
    why: 'HTTP/1.1 (RFC 9112 §7.1, RFC 8297).',
    habits: {
      send(response, { status, headers, text }) {
        response.writeEarlyHints({ link: '</style.css>; rel=preload' });
        response.writeHead(status, headers);
        const bytes = Buffer.from(text);
        for (let at = 0; at < bytes.length; at += 7) response.write(bytes.subarray(at, at + 7));
        response.end();
      },
    },
  },
  'http-1.0': {
    title: 'Responses are HTTP/1.0, and the end of the connection ends the body',
    why: 'A server may return a lower version (RFC 9110 §6.2).',
    habits: {
      send(response, { status, headers, text }) {
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
        response.socket?.end(`HTTP/1.0 ${status} Whatever\r\n${lines.join('')}\r\n${text}`);
      },
    },
  },
  'pays-elsewhere': {
    title: 'paymentUrl is on another host, in capitals, with query and fragment; errors are plain text or nothing',
    why: 'paymentUrl is a URL and no more is stated (§2.1); error bodies are not stated (§7).',
    habits: {
      paymentUrl: (_baseUrl, id) => `HTTPS://Pay.Example.COM:8443/c/?i=${encodeURIComponent(id)}&l=de#pay`,
      errorType: 'text/plain',
      errorBody: (status) => (status === 400 ? 'Bad Request\n' : ''),
    },
  },
  'pays-in-an-app': {
    title: 'paymentUrl has a scheme of an app',
    why: 'paymentUrl is a URL and no more is stated (§2.1).',
    habits: { paymentUrl: (_baseUrl, id) => `cashapp://pay?invoice=${encodeURIComponent(id)}` },
  },
  'problem-details-of-its-own': {
    title: 'Errors are problem details of another catalogue, 422 for bad input',
    why: 'Error bodies are not stated (§7).',
    habits: {
      badInput: 422,
      missingInvoiceId: 422,
      errorType: 'application/problem+json; charset=utf-8',
      errorBody: (status) => JSON.stringify({ type: 'about:blank', title: 'No', status, traceId: '00-1-1-00' }),
    },
  },
  'errors-with-invoice-words': {
    title: 'Errors are JSON with the fields id, status, amount and createdAt',
    why: 'Error bodies are not stated (§7).',
    habits: {
      errorBody: (status) =>
        JSON.stringify({ id: 'e-1', status: 'FAILED', amount: null, createdAt: new Date().toISOString(), code: status }),
    },
  },
  'item-codes-of-its-own': {
    title: 'The items of errors have codes of their own for a broken URL and a broken pattern',
    why: 'More kinds of mistakes than those of the contract may be added (`ProblemItemCode`), and no statement names these two.',
    features: everyFeature,
    fullSteps: changeProblem((problem) => {
      for (const item of (problem.errors ?? []) as { code: string }[])
        item.code = { invalid_url: 'not_a_uri', pattern: 'tag_not_allowed' }[item.code] ?? item.code;
    }, 'validation_failed'),
  },
  'problems-with-their-time': {
    title: 'Each problem has the time, and its detail ends in the id of the request and the time; every second one takes longer',
    why: 'Problems may have further fields, and detail is about the one occurrence (RFC 9457, sections 3.1.4 and 3.2).',
    features: everyFeature,
    fullSteps: () => {
      const tick = 20;
      let count = 0;
      return onReply(async ({ status, body }) => {
        if (status < 400) return;
        if (count++ % 2 === 1) await sleep(tick);
        const problem = body as Record<string, unknown>;
        const timestamp = new Date(Math.floor(Date.now() / tick) * tick).toISOString();
        Object.assign(problem, { timestamp, detail: `${problem.detail} (${problem.requestId}, ${timestamp})` });
      });
    },
  },
  'firewall-before-it': {
    title: 'A firewall refuses targets that have an empty segment or certain escapes with 403 and a page',
    why: 'The order of checks does not apply to such targets, which many servers refuse before any code of theirs runs.',
    features: everyFeature,
    fullSteps: onReply((reply, { path }) => {
      if (!/\/\/|%(?:00|25|2f|5c|(?![\da-f]{2}))/i.test(path) && isUtf8(path)) return;
      Object.assign(reply, { status: 403, headers: { 'Content-Type': 'text/html' }, body: '<h1>Forbidden' });
    }),
  },
};

/** Returns whether the percent-escapes of a path decode to valid UTF-8. */
function isUtf8(path: string): boolean {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}

import type { ClientRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { onRequest } from '../faults/changes/change-step.ts';
import { bearerOf } from '../faults/changes/find-in-memory.ts';
import { callbacks } from '../servers/full/callbacks.ts';
import { everyFeature } from '../servers/full/every-feature.ts';
import { lifecycle } from '../servers/full/lifecycle.ts';
import type { Invoice, Token } from '../servers/full/memory.ts';
import type { Code } from '../servers/full/problem.ts';
import { showLate } from '../servers/full/show-late.ts';
import type { VariantTable } from './variant.ts';

const known = ['cashTag', 'amount', 'isWhiteLabel', 'callbackUrl', 'returnUrl'];

/** Correct servers that behave differently from the reference server. */
export const behaviourVariants: VariantTable = {
  'accepts-any-receipt': {
    title: 'A receipt that nobody issued is accepted with 200 and the invoice is FAILED',
    why: 'The effect of submitting a receipt is not stated (§3).',
    habits: { takesAnyReceipt: true },
  },
  'html-errors': {
    title: 'Bad input is refused with 422, and every error is an HTML page',
    why: 'Status and body of an error are not stated (§7).',
    habits: {
      badInput: 422,
      missingInvoiceId: 422,
      errorType: 'text/html',
      errorBody: (status) => `<!doctype html><title>${status}</title>`,
    },
  },
  'closes-connections': {
    title: 'Each connection is closed after one response',
    why: 'HTTP lets a server close a connection after any response (RFC 9112 §9.6).',
    habits: { closesConnections: true },
  },
  'missing-id-not-found': {
    title: 'A body without invoiceId is refused with 404',
    why: 'Which error a missing field causes is not stated (§7).',
    habits: { missingInvoiceId: 404 },
  },
  'scheme-in-any-case': {
    title: 'The scheme Bearer is taken in any case; the token is not',
    why: 'HTTP compares the scheme without case (RFC 9110 §11.1).',
    habits: { bearer: (token) => new RegExp(`^[Bb][Ee][Aa][Rr][Ee][Rr] +${token}$`) },
  },
  'rate-limited': {
    title: 'More than 60 requests in a second are refused with 429 and Retry-After: 1',
    why: 'Limits are not stated (§8).',
    habits: { requestsPerSecond: 60 },
  },
  'born-paid': {
    title: 'Invoices are PAID from the start, without a receipt',
    why: 'The state after creation is not stated (§3).',
    habits: { bornPaid: true },
  },
  'offset-times': {
    title: 'Times carry microseconds and an offset of +05:30',
    why: 'ISO 8601 allows any fraction and offset (§2.1).',
    habits: { time: (milliseconds) => new Date(milliseconds + 330 * 60_000).toISOString().replace('Z', '000+05:30') },
  },
  'rate-limited-until-a-date': {
    title: 'More than 40 requests in a second are refused with 429 and a Retry-After that is a date',
    why: 'Retry-After is seconds or a date (RFC 9110 §10.2.3).',
    habits: { requestsPerSecond: 40, retryAfter: () => new Date(Date.now() + 1000).toUTCString() },
  },
  'refuses-unknown-members': {
    title: 'A create with a field that the source document does not list is refused',
    why: 'Whether unknown fields are taken is not stated (§2.2).',
    habits: { takes: (body) => Object.keys(body).every((name) => known.includes(name)) },
  },
  'bare-tags-only': {
    title: 'Only tags of 3 to 15 lower-case letters are taken, without a sign',
    why: 'Limits on the length or the form of tags are not stated (§2.1 rule 4).',
    habits: { takes: ({ cashTag }) => /^[a-z]{3,15}$/.test(String(cashTag)) },
  },
  'least-amount-one': {
    title: 'Amounts from 1 to 500 are taken',
    why: 'Bounds of amounts are not stated (§2.1 rule 4).',
    habits: { takes: ({ amount }) => Number(amount) >= 1 && Number(amount) <= 500 },
  },
  'whole-amounts-only': {
    title: 'Amounts are whole numbers',
    why: 'The unit of amounts is not stated (§2.1 rule 4).',
    habits: { takes: ({ amount }) => Number.isInteger(amount) },
  },
  'one-price': {
    title: 'No amount but 12.34 is taken',
    why: 'Bounds of amounts are not stated (§2.1 rule 4).',
    untried: ['create-payment/echo/other-amounts', 'fetch-payment/echo/other-amounts'],
    habits: { takes: ({ amount }) => amount === 12.34 },
  },
  'short-return-urls': {
    title: 'A returnUrl of at most 80 characters is taken, without a fragment',
    why: 'Limits on sizes are not stated (§8).',
    habits: { takes: ({ returnUrl = '' }) => String(returnUrl).length <= 80 && !String(returnUrl).includes('#') },
  },
  'https-urls-only': {
    title: 'callbackUrl and returnUrl must be https',
    why: 'The source document says URI and no more (§2.2).',
    // The suite's own tests listen for callbacks without TLS, so these cases cannot run.
    untried: ['create-payment/callback/is-called', 'submit-receipt/answer/no-callback-url'],
    habits: {
      takes: ({ callbackUrl, returnUrl }) => [callbackUrl, returnUrl].every((url) => !url || String(url).startsWith('https:')),
    },
  },
  'forbidden-without-token': {
    title: 'A request without a token is refused with 403',
    why: 'Which status refuses a request without a token is not stated (§7).',
    habits: { noToken: 403 },
  },
  'redirected-to-sign-in': {
    title: 'A request without a token is sent to a sign-in page, and bad input to the page before',
    why: 'Which status refuses a request is not stated (§7); some frameworks respond to browsers so by default.',
    habits: {
      noToken: 302,
      badInput: 302,
      missingInvoiceId: 302,
      errorType: 'text/html',
      errorBody: () => '<meta http-equiv="refresh" content="0;url=/">',
      reply(reply) {
        if (reply.status === 302) reply.headers.Location = '/login';
      },
    },
  },
  'junk-ids-are-bad-input': {
    title: 'An id of another form than its own is refused with 422, and no longer 404',
    why: 'Which error an unknown id causes is not stated (§7).',
    habits: { unknownInvoice: 422 },
  },
  'page-for-get': {
    title: 'GET and HEAD are accepted with 200 with a page, OPTIONS with a description, other methods with a hint',
    why: 'The response to another method is not stated; it holds no invoice (§4).',
    habits: {
      reply(reply, { method }) {
        if (method === 'POST') return;
        Object.assign(reply, { status: 200, text: JSON.stringify({ id: 'docs', status: 'error', message: 'Use POST.' }) });
        reply.headers = { 'Content-Type': 'application/json', Allow: 'POST, OPTIONS' };
        if (method !== 'GET' && method !== 'HEAD') return;
        Object.assign(reply, { text: method === 'GET' ? '<title>Payments</title>' : '' });
        reply.headers = { 'Content-Type': 'text/html' };
      },
    },
  },
  'short-lived': { title: 'An invoice lives one minute', why: 'The lifetime is not stated (§8).', habits: { lifetime: 60_000 } },
  'long-lived': {
    title: 'An invoice lives ten years',
    why: 'The lifetime is not stated (§8).',
    habits: { lifetime: 3650 * 86_400_000 },
  },
  'framework-defaults': {
    title: 'What a web framework does by itself: a slash behind a path is redirected, errors are {"detail": …}',
    why: 'The response to another path and the body of an error are not stated (§7).',
    habits: {
      badInput: 422,
      missingInvoiceId: 422,
      errorBody: (status) => JSON.stringify({ detail: [{ type: 'error', loc: ['body'], msg: String(status) }] }),
      reply(reply, { action }) {
        if (action !== '') return;
        Object.assign(reply, { status: 307, text: '' });
        reply.headers = { Location: '/api/v1/payments/create' };
      },
    },
  },
  'years-behind': {
    title: 'The clock is nine years behind, and responses carry no Date',
    why: 'By which clock createdAt is told is not stated (§2.1), and a server without a clock sends no Date (RFC 9110 §6.6.1).',
    habits: {
      time: (milliseconds) => new Date(milliseconds - 9 * 365 * 86_400_000).toISOString(),
      send(response, { status, headers, text }) {
        response.sendDate = false;
        response.writeHead(status, headers).end(text);
      },
    },
  },
  'every-fifteenth-refused': {
    title: 'A limiter refuses every fifteenth request with 429, to be sent again at once',
    why: 'Limits are not stated (§8); one that counts requests may refuse the same one twice.',
    habits: () => {
      let count = 0;
      return {
        reply(reply) {
          if (++count % 15 === 0) Object.assign(reply, { status: 429, text: '', headers: { 'Retry-After': '0' } });
        },
      };
    },
  },
  'gateway-stumbles': {
    title: 'A gateway in front refuses every 25th request with 502 and a page',
    why: 'What stands between the suite and a server says nothing about the server.',
    habits: () => {
      let count = 0;
      return {
        reply(reply) {
          if (++count % 25 === 0) Object.assign(reply, { status: 502, text: '<h1>502 Bad Gateway</h1>', headers: {} });
        },
      };
    },
  },
  'attempts-at-their-own-time': {
    title:
      'A clock that is moved makes each attempt on the way at its own time, as early as its jitter lets it, and signs that time',
    why: 'The pause is counted from the attempt before, by the clock that signs both: the schedule with its jitter holds.',
    features: everyFeature,
    fullSteps: () => {
      const madeAt = new Map<string, number>();
      return {
        callbacks: {
          attempt(delivery, now) {
            const at = madeAt.get(delivery.id) ?? now;
            madeAt.set(delivery.id, at);
            return callbacks.attempt(delivery, now, at);
          },
          next(delivery, received, now = Date.now()) {
            const pause = callbacks.next(delivery, received, now);
            if (pause === undefined) return undefined;
            const shortest = received.retryAfter === undefined ? 0.9 * pause : pause;
            const at = (madeAt.get(delivery.id) ?? now) + shortest;
            madeAt.set(delivery.id, at);
            return Math.max(0, at - now);
          },
        },
      };
    },
  },
  'late-states': {
    title: 'A receipt that is taken is counted only 300 ms later, and the callback takes half a second',
    why: 'When a change shows and how soon a callback comes is not stated (§3); the response to a submit may be from before its receipt, as its description says.',
    features: everyFeature,
    fullSteps: () => {
      const taken = new WeakMap<Invoice, number>();
      const isLate = (invoice: Invoice): boolean => Date.now() < (taken.get(invoice) ?? 0) + 300;
      return {
        ...showLate(300),
        lifecycle: {
          count(invoice, receipt) {
            taken.set(invoice, Date.now());
            lifecycle.count(invoice, receipt);
          },
          // While responses still show the old state, judges readable receipts by the real state, and unreadable ones by the old.
          closedBy: (invoice, memory) => (isLate(invoice) ? undefined : lifecycle.closedBy(invoice, memory)),
          unfit(invoice, text, receipt, memory) {
            const closed = receipt && (lifecycle.closedBy(invoice, memory) as Code | undefined);
            const elsewhere = memory.used.get(text);
            const used = elsewhere && isLate(elsewhere) ? new Map() : memory.used;
            return closed ?? lifecycle.unfit(invoice, text, receipt, { ...memory, used });
          },
        },
        callbacks: { leave: () => sleep(500) },
      };
    },
  },
  'restart-cuts-attempts': {
    title: 'A restart cuts the connections of the attempts under way, which are made again',
    why: 'How long an attempt lasts is that of a deployment which runs (D-24).',
    features: everyFeature,
    fullSteps: () => {
      const open = new Set<ClientRequest>();
      return {
        callbacks: {
          measure(sent, ...rest) {
            open.add(sent.once('close', () => open.delete(sent)));
            callbacks.measure(sent, ...rest);
          },
        },
        restart() {
          for (const sent of open) sent.destroy(new Error('The server was restarted.'));
        },
      };
    },
  },
  'revoked-a-while-later': {
    title: 'Scopes are not claimed, and a token that was used is still taken after it was revoked',
    why: 'That a token is revoked at once is promised by scopes only.',
    features: everyFeature.filter((feature) => feature !== 'scopes'),
    fullSteps: () => {
      const used = new Set<Token>();
      return onRequest((message, { tokens }) => {
        const token = tokens.get(bearerOf(message));
        if (token && !token.revoked) used.add(token);
        if (token && used.has(token)) token.revoked = false;
      });
    },
  },
};

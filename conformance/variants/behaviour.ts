import { startSecondServer } from './second-server.ts';
import type { Variant } from './variant.ts';

/** Lawful servers that differ in what they do. */
export const behaviourVariants: readonly Variant[] = [
  {
    id: 'accepts-any-receipt',
    title: 'A receipt that nobody issued is answered 200 and the invoice is FAILED',
    why: 'The effect of submitting a receipt is not stated (§3).',
    start: (options) => startSecondServer({ takesAnyReceipt: true }, options),
  },
  {
    id: 'html-errors',
    title: 'Bad input is answered 422, and every error is an HTML page',
    why: 'Status and body of an error are not stated (§7).',
    start: (options) =>
      startSecondServer(
        {
          badInput: 422,
          missingInvoiceId: 422,
          errorType: 'text/html',
          errorBody: (status) => `<!doctype html><title>${status}</title>`,
        },
        options,
      ),
  },
  {
    id: 'closes-connections',
    title: 'Each connection is closed after one answer',
    why: 'HTTP lets a server close a connection after any answer (RFC 9112 §9.6).',
    start: (options) => startSecondServer({ closesConnections: true }, options),
  },
  {
    id: 'missing-id-not-found',
    title: 'A body without invoiceId is answered 404',
    why: 'Which error a missing member causes is not stated (§7).',
    start: (options) => startSecondServer({ missingInvoiceId: 404 }, options),
  },
  {
    id: 'scheme-in-any-case',
    title: 'The scheme Bearer is taken in any case; the token is not',
    why: 'HTTP compares the scheme without case (RFC 9110 §11.1).',
    start: (options) => startSecondServer({ bearer: (token) => new RegExp(`^[Bb][Ee][Aa][Rr][Ee][Rr] +${token}$`) }, options),
  },
  {
    id: 'rate-limited',
    title: 'More than 20 requests in a second are answered 429 with Retry-After: 1',
    why: 'Limits are not stated (§8).',
    start: (options) => startSecondServer({ requestsPerSecond: 20 }, options),
  },
  {
    id: 'born-paid',
    title: 'Invoices are PAID from the start, without a receipt',
    why: 'The state after creation is not stated (§3).',
    start: (options) => startSecondServer({ bornPaid: true }, options),
  },
  {
    id: 'offset-times',
    title: 'Times carry microseconds and an offset of +05:30',
    why: 'ISO 8601 allows any fraction and offset (§2.1).',
    start: (options) =>
      startSecondServer(
        { time: (milliseconds) => new Date(milliseconds + 330 * 60_000).toISOString().replace('Z', '000+05:30') },
        options,
      ),
  },
  {
    id: 'rate-limited-until-a-date',
    title: 'More than 40 requests in a second are answered 429 with a Retry-After that is a date',
    why: 'Retry-After is seconds or a date (RFC 9110 §10.2.3).',
    start: (options) =>
      startSecondServer({ requestsPerSecond: 40, retryAfter: () => new Date(Date.now() + 1000).toUTCString() }, options),
  },
  {
    id: 'refuses-unknown-members',
    title: 'A create with a member that the source document does not list is refused',
    why: 'Whether unknown members are taken is not stated (§2.2).',
    start: (options) => startSecondServer({ takes: (body) => Object.keys(body).every((name) => known.includes(name)) }, options),
  },
  {
    id: 'bare-tags-only',
    title: 'Only tags of 3 to 15 lower-case letters are taken, without a sign',
    why: 'Limits on the length or the form of tags are not stated (§2.1 rule 4).',
    start: (options) => startSecondServer({ takes: ({ cashTag }) => /^[a-z]{3,15}$/.test(String(cashTag)) }, options),
  },
  {
    id: 'least-amount-one',
    title: 'Amounts from 1 to 500 are taken',
    why: 'Bounds of amounts are not stated (§2.1 rule 4).',
    start: (options) => startSecondServer({ takes: ({ amount }) => Number(amount) >= 1 && Number(amount) <= 500 }, options),
  },
  {
    id: 'whole-amounts-only',
    title: 'Amounts are whole numbers',
    why: 'The unit of amounts is not stated (§2.1 rule 4).',
    start: (options) => startSecondServer({ takes: ({ amount }) => Number.isInteger(amount) }, options),
  },
  {
    id: 'one-price',
    title: 'No amount but 12.34 is taken',
    why: 'Bounds of amounts are not stated (§2.1 rule 4).',
    untried: ['create-payment/echo/other-amounts', 'fetch-payment/echo/other-amounts'],
    start: (options) => startSecondServer({ takes: ({ amount }) => amount === 12.34 }, options),
  },
  {
    id: 'short-return-urls',
    title: 'A returnUrl of at most 80 characters is taken, without a fragment',
    why: 'Limits on sizes are not stated (§8).',
    start: (options) =>
      startSecondServer(
        { takes: ({ returnUrl = '' }) => String(returnUrl).length <= 80 && !String(returnUrl).includes('#') },
        options,
      ),
  },
  {
    id: 'https-urls-only',
    title: 'callbackUrl and returnUrl must be https',
    why: 'The source document says URI and no more (§2.2).',
    // The tests of the suite listen without TLS.
    untried: ['create-payment/callback/is-called', 'submit-receipt/answer/no-callback-url'],
    start: (options) =>
      startSecondServer(
        {
          takes: ({ callbackUrl, returnUrl }) =>
            [callbackUrl, returnUrl].every((url) => !url || String(url).startsWith('https:')),
        },
        options,
      ),
  },
  {
    id: 'forbidden-without-token',
    title: 'A request without a token is answered 403',
    why: 'Which status refuses a request without a token is not stated (§7).',
    start: (options) => startSecondServer({ noToken: 403 }, options),
  },
  {
    id: 'redirected-to-sign-in',
    title: 'A request without a token is sent to a sign-in page, and bad input to the page before',
    why: 'Which status refuses a request is not stated (§7); some frameworks answer browsers so by default.',
    start: (options) =>
      startSecondServer(
        {
          noToken: 302,
          badInput: 302,
          missingInvoiceId: 302,
          errorType: 'text/html',
          errorBody: () => '<meta http-equiv="refresh" content="0;url=/">',
          reply(reply) {
            if (reply.status === 302) reply.headers.Location = '/login';
          },
        },
        options,
      ),
  },
  {
    id: 'junk-ids-are-bad-input',
    title: 'An id of another form than its own is answered 422, and no longer 404',
    why: 'Which error an unknown id causes is not stated (§7).',
    start: (options) => startSecondServer({ unknownInvoice: 422 }, options),
  },
  {
    id: 'page-for-get',
    title: 'GET and HEAD are answered 200 with a page, OPTIONS with a description, other methods with a hint',
    why: 'What another method is answered is not stated; it gives no invoice (§4).',
    start: (options) =>
      startSecondServer(
        {
          reply(reply, { method }) {
            if (method === 'POST') return;
            Object.assign(reply, { status: 200, text: JSON.stringify({ id: 'docs', status: 'error', message: 'Use POST.' }) });
            reply.headers = { 'Content-Type': 'application/json', Allow: 'POST, OPTIONS' };
            if (method !== 'GET' && method !== 'HEAD') return;
            Object.assign(reply, { text: method === 'GET' ? '<title>Payments</title>' : '' });
            reply.headers = { 'Content-Type': 'text/html' };
          },
        },
        options,
      ),
  },
  {
    id: 'short-lived',
    title: 'An invoice lives one minute',
    why: 'The lifetime is not stated (§8).',
    start: (options) => startSecondServer({ lifetime: 60_000 }, options),
  },
  {
    id: 'long-lived',
    title: 'An invoice lives ten years',
    why: 'The lifetime is not stated (§8).',
    start: (options) => startSecondServer({ lifetime: 3650 * 86_400_000 }, options),
  },
  {
    id: 'gateway-stumbles',
    title: 'A gateway in front answers every 25th request with 502 and a page',
    why: 'What stands between the suite and a server says nothing about the server.',
    start(options) {
      let count = 0;
      return startSecondServer(
        {
          reply(reply) {
            if (++count % 25 === 0) Object.assign(reply, { status: 502, text: '<h1>502 Bad Gateway</h1>', headers: {} });
          },
        },
        options,
      );
    },
  },
];

const known = ['cashTag', 'amount', 'isWhiteLabel', 'callbackUrl', 'returnUrl'];

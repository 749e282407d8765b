import { startPlainHttp } from './plain-http/server.ts';
import { startSecondServer } from './second-server.ts';
import type { Variant } from './variant.ts';

export type { Variant } from './variant.ts';

/** Every lawful server that differs from the reference server. */
export const variants: readonly Variant[] = [
  {
    id: 'plain-http',
    title: 'Another reading of the source document: 201, plain-text errors, offsets in times, unknown members',
    why: 'The source document states neither statuses nor error bodies (§4.3, §7), nor the form of ids, tags and notes (§2.1).',
    start: startPlainHttp,
  },
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
];

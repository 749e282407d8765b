import { type CoreSteps, core } from '../../servers/core/steps.ts';
import type { Operation } from '../../servers/core/store.ts';
import { actionOf, type Fields, headerOf, isInvoice } from '../../servers/full/message.ts';
import { inCore } from '../changes/change-core.ts';
import { changeHeader, changeInvoice, respondWith, rewriteInvoice, sendHeader } from '../changes/change-response.ts';
import { onReply } from '../changes/change-step.ts';
import { type FaultTable, sharing } from '../fault.ts';

function asPlainText(operation: Operation): Partial<CoreSteps> {
  return { contentType: (call) => (call.operation === operation ? 'text/plain' : core.contentType(call)) };
}

/** Servers that send wrong headers, or JSON with a wrong Content-Type. */
export const responsesHeaders: FaultTable = {
  ...sharing({ breaks: 'create-answers-json' })({
    'create-as-text-plain': { title: 'Create returns Content-Type text/plain', coreSteps: asPlainText('createPayment') },
    'answer-with-byte-order-mark': {
      title: 'The response of create begins with a byte order mark',
      fullSteps: rewriteInvoice('create', (reply, text) => {
        reply.body = `\uFEFF${text}`;
      }),
    },
    'two-media-types': {
      title: 'A success has a second Content-Type',
      fullSteps: onReply((reply) => {
        if (isInvoice(reply)) Object.assign(reply.headers, { 'Content-Type': ['application/json', 'text/html'] });
      }),
    },
    'success-as-problem': {
      title: 'Successes have the Content-Type application/problem+json',
      coreSteps: inCore('contentType', () => 'application/problem+json'),
    },
  }),
  'submit-as-text-plain': {
    title: 'Submit returns Content-Type text/plain',
    breaks: 'submit-answers-json',
    coreSteps: asPlainText('submitReceipt'),
  },
  ...sharing({ breaks: 'fetch-answers-json' })({
    'fetch-as-text-plain': { title: 'Fetch returns Content-Type text/plain', coreSteps: asPlainText('fetchPayment') },
    'answer-in-latin-1': {
      title: 'The response of fetch is written in ISO 8859-1',
      fullSteps: onReply((reply, message) => {
        if (!isInvoice(reply)) return;
        const invoice = { ...(reply.body as Record<string, unknown>) };
        invoice.note = `Café ${invoice.note}`;
        const text = JSON.stringify(invoice);
        reply.body = actionOf(message) === 'fetch' ? Buffer.from(text, 'latin1') : text;
      }),
    },
    'every-ninth-fetch-as-html': {
      title: 'Every ninth fetch has the Content-Type text/html',
      fullSteps: () => {
        let count = 0;
        return onReply((reply, message) => {
          if (isInvoice(reply) && actionOf(message) === 'fetch' && ++count % 9 === 0) reply.headers['Content-Type'] = 'text/html';
        });
      },
    },
    'callback-in-query-is-jsonp': {
      title: 'A query ?callback= wraps the invoice in a function call',
      fullSteps: onReply((reply, message) => {
        const name = new URLSearchParams(message.query).get('callback');
        if (isInvoice(reply) && name !== null) reply.body = `${name}(${JSON.stringify(reply.body)})`;
      }),
    },
  }),
  'success-as-vendor-type': {
    title: 'An invoice is application/vnd.invoice+json',
    breaks: 'answers-are-json',
    fullSteps: sendHeader('Content-Type', 'application/vnd.invoice+json', isInvoice),
  },
  'errors-as-html': {
    title: 'Errors have the Content-Type text/html',
    breaks: 'answers-are-json',
    fullSteps: sendHeader('Content-Type', 'text/html', ({ status }) => status >= 400),
  },
  'page-for-browsers': {
    title: 'A client that accepts text/html gets a page',
    breaks: 'accept-is-ignored',
    fullSteps: respondWith({ body: '<title>Invoice</title>' }, (_reply, message) =>
      headerOf(message, 'accept')?.includes('text/html'),
    ),
  },
  'refusals-as-xml': {
    title: 'A client that accepts XML gets the refusal of an unknown path in XML',
    breaks: 'accept-is-ignored',
    fullSteps: onReply((reply, message) => {
      if (reply.status !== 404 || !headerOf(message, 'accept')?.includes('xml')) return;
      Object.assign(reply, { body: '<problem/>', headers: { ...reply.headers, 'Content-Type': 'application/problem+xml' } });
    }),
  },
  'refusals-as-accepted': {
    title: 'A client that accepts only application/json gets its refusals as that',
    breaks: 'accept-is-ignored',
    fullSteps: sendHeader(
      'Content-Type',
      'application/json',
      ({ status }, message) => status >= 400 && headerOf(message, 'accept') === 'application/json',
    ),
  },
  'type-as-accepted': {
    title: "A client that accepts a vendor's JSON gets that media type",
    breaks: 'accept-is-ignored',
    fullSteps: onReply((reply, message) => {
      const [vendors] = /application\/vnd\.[^,;]+/.exec(headerOf(message, 'accept') ?? '') ?? [];
      if (vendors !== undefined && reply.status < 400) Object.assign(reply.headers, { 'Content-Type': vendors });
    }),
  },
  'early-refusals-stored': {
    title: 'A 401 or 405 may be stored',
    breaks: 'answers-not-stored',
    fullSteps: sendHeader('Cache-Control', undefined, ({ status }) => status === 401 || status === 405),
  },
  'answers-stored': {
    title: 'Responses may be stored',
    breaks: 'answers-not-stored',
    fullSteps: sendHeader('Cache-Control', 'max-age=60'),
  },
  ...sharing({ breaks: 'request-id-on-every-answer' })({
    'request-id-of-client': {
      title: 'The X-Request-Id of a request comes back',
      fullSteps: onReply((reply, message) => {
        const given = headerOf(message, 'x-request-id');
        if (given !== undefined) reply.headers['X-Request-Id'] = given;
      }),
    },
    'no-request-id': { title: 'Responses have no X-Request-Id', fullSteps: sendHeader('X-Request-Id', undefined) },
    'one-request-id': {
      title: 'Every response carries the same X-Request-Id',
      fullSteps: onReply((reply) => {
        reply.headers['X-Request-Id'] = 'req_1';
        if (reply.status >= 400) (reply.body as Fields).requestId = 'req_1';
      }),
    },
    'few-request-ids': {
      title: 'There are only 97 request ids',
      fullSteps: () => {
        let count = 0;
        return onReply((reply) => {
          const id = `req_${++count % 97}`;
          reply.headers['X-Request-Id'] = id;
          if (reply.status >= 400) (reply.body as Fields).requestId = id;
        });
      },
    },
  }),
  'sunset-without-deprecation': {
    title: 'Sunset is sent without Deprecation and Link',
    breaks: 'deprecation-is-told',
    fullSteps: sendHeader('Sunset', 'Sat, 31 Dec 2033 23:59:59 GMT'),
  },
  'ends-in-a-month': {
    title: 'The version ends a month after it was deprecated',
    breaks: 'old-version-overlaps',
    fullSteps: onReply(({ headers }) => {
      Object.assign(headers, {
        Deprecation: '@1795000000',
        Sunset: new Date((1795000000 + 30 * 86_400) * 1000).toUTCString(),
        Link: '<https://example.com/v2>; rel="sunset"',
      });
    }),
  },
  'foreign-member-missing': {
    title: 'With a header of an old client an invoice lacks its note',
    breaks: 'version-grows-by-addition',
    fullSteps: changeInvoice(() => ({ note: undefined })),
  },
  'final-invoices-stored': {
    title: 'Fetch of a PAID invoice may be stored',
    breaks: 'answers-not-stored',
    features: ['media-types', 'lifecycle'],
    fullSteps: sendHeader('Cache-Control', 'max-age=60', ({ body }) => (body as Fields)?.status === 'PAID'),
  },
  'conflicts-as-text': {
    title: 'A 409 has the Content-Type text/plain',
    breaks: 'answers-are-json',
    features: ['media-types', 'lifecycle'],
    fullSteps: sendHeader('Content-Type', 'text/plain', ({ status }) => status === 409),
  },
  ...sharing({ breaks: 'allow-lists-methods' })({
    'allow-in-small-letters': { title: 'Allow lists post', fullSteps: changeHeader('Allow', (methods) => methods.toLowerCase()) },
    'no-allow': { title: 'A 405 has no Allow', fullSteps: sendHeader('Allow', undefined) },
    'allow-says-all': {
      title: 'Allow lists methods that are not supported',
      fullSteps: changeHeader('Allow', () => 'GET, HEAD, OPTIONS, PUT, DELETE, POST'),
    },
  }),
};

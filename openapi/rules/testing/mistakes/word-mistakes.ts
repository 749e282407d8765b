import { factContract } from '../fact-contract.ts';
import { wrong } from '../make-mistake.ts';
import { problemContract } from '../problem-contract.ts';
import type { Document, RuleTest } from '../test-rules.ts';

const factWordsBase = structuredClone(factContract);
const event = (d: Document) => d.paths['/create'].post.callbacks.changed['{$request.body#/callbackUrl}'].post;
const eventAt = '#/paths/~1create/post/callbacks/changed/{$request.body#~1callbackUrl}/post';
const key = (d: Document) => d.paths['/create'].post.parameters[0];
const requirements = (...texts: string[]) => texts.map((text, index) => ({ id: `said-${index}`, text }));

Object.assign(key(factWordsBase), {
  description: 'Kept for 24 hours, or 1 day.',
  'x-requirements': requirements('Kept for 24 hours.'),
});
Object.assign(event(factWordsBase), {
  description: 'Respond within 15 seconds; three attempts in all, 5 s and 5 min after one another.',
  parameters: [
    { name: 'signature', in: 'header', description: 'Signs.', 'x-requirements': requirements('Both sign for 60 seconds.') },
  ],
});
factWordsBase['x-requirements'] = [
  { id: 'limited', text: 'At most 60 a minute.' },
  { id: 'too-large', text: 'A body larger than 1 KiB is refused.' },
];

export const factWords: RuleTest = {
  base: factWordsBase,
  passes: {
    'a duration where no fact is': (d) => {
      d.paths['/cancel'].post.description = 'Takes 2 minutes.';
    },
    'a text without figures': (d) => {
      key(d).description = 'Kept for some time.';
    },
  },
  finds: {
    'a lifetime that was changed': [
      (d) => {
        key(d)['x-kept-seconds'] = 172_800;
        delete key(d).description;
      },
      '#/paths/~1create/post/parameters/0/x-requirements/0/text',
      "'said-0' says 24 hours, and x-kept-seconds has 172800 seconds. Make them agree.",
    ],
    'a description that says another one': wrong(
      '#/paths/~1create/post/parameters/0/description',
      'Kept for 2 days.',
      'The description says 2 days, and x-kept-seconds has 86400 seconds.',
    ),
    'an attempt that was added': [
      (d) => {
        event(d)['x-delivery'].delays.push(900);
      },
      `${eventAt}/description`,
      'The description says three attempts, and x-delivery has 3 delays, so 4 attempts',
    ],
    'a delay that was changed': [
      (d) => {
        event(d)['x-delivery'].delays = [5, 600];
      },
      `${eventAt}/description`,
      'The description says 5 min, and x-delivery has 5, 600, 15, 60 seconds.',
    ],
    'a fact that is told on a header': [
      (d) => {
        Object.assign(event(d)['x-delivery'], { longestRetryAfter: 90, secretOverlap: 90 });
      },
      `${eventAt}/parameters/0/x-requirements/0/text`,
      "'said-0' says 60 seconds, and x-delivery has",
    ],
    'a window that was changed': wrong(
      '#/x-requirements/0/text',
      'At most 60 an hour.',
      "'limited' says an hour, and its x-rate-limits have 60 seconds.",
    ),
    'a size that was changed': [
      (d) => {
        d['x-body-limit'] = 2048;
      },
      '#/x-requirements/1/text',
      "'too-large' says 1 KiB, and x-body-limit has 2048 bytes.",
    ],
  },
};

const headerWordsBase = structuredClone(problemContract);
const schema = { type: 'string' };
const conflict = (d: Document) => d.paths['/submit'].post.responses['409'];
const notFound = (d: Document) => d.components.responses.NotFound;
headerWordsBase['x-requirements'] = [{ id: 'id-on-every-response', text: 'Every response carries the header Request-Id.' }];
headerWordsBase['x-problems'].invoice_failed.cure = 'Wait as long as `Retry-After` says.';
for (const response of [
  conflict(headerWordsBase),
  notFound(headerWordsBase),
  headerWordsBase.paths['/submit'].post.responses['200'],
  headerWordsBase['x-unrouted-answers']['404'],
])
  response.headers = { 'Request-Id': { schema } };
conflict(headerWordsBase).headers['Retry-After'] = { schema };
conflict(headerWordsBase)['x-requirements'] = [{ id: 'conflict-waits', text: 'A conflict carries Retry-After.' }];

export const headerWords: RuleTest = {
  base: headerWordsBase,
  passes: {
    'a header of requests, which no response has': (d) => {
      conflict(d)['x-requirements'][0].text = 'A conflict of If-Match carries Retry-After.';
    },
  },
  finds: {
    'a requirement of another header than its response has': [
      (d) => {
        notFound(d)['x-requirements'] = [{ id: 'unknown-waits', text: 'It carries Retry-After.' }];
      },
      '#/components/responses/NotFound',
      "'unknown-waits' names the header Retry-After, which this response does not document",
    ],
    'a cure of a header that the response does not have': [
      (d) => {
        d['x-problems'].invoice_not_found.cure = 'Wait for `Retry-After`.';
      },
      '#/components/responses/NotFound',
      "The cure of 'invoice_not_found' names the header Retry-After",
    ],
    'a response without what every one carries': [
      (d) => {
        delete d['x-unrouted-answers']['404'].headers;
      },
      '#/x-unrouted-answers/404',
      "'id-on-every-response' names the header Request-Id",
    ],
  },
};

const listedWordsBase = structuredClone(factContract);
listedWordsBase.paths = {
  '/api/v1/create': listedWordsBase.paths['/create'],
  '/api/v1/cancel': listedWordsBase.paths['/cancel'],
};
const ofInvoice = { $ref: '#/components/schemas/PaymentInvoice' };
listedWordsBase.components.schemas.PaymentInvoice = { ...listedWordsBase.components.schemas.Invoice };
for (const { post } of Object.values<Document>(listedWordsBase.paths))
  post.responses['200'].content['application/json'].schema = ofInvoice;
Object.assign(listedWordsBase.info, {
  description: 'Each operation is a POST with a body, and returns the same invoice object.',
});
listedWordsBase['x-problems'] = {
  not_found: { cause: 'A method other than POST at /api/v1/create.', cure: 'Use `invoices:write` or `invoices:cancel`.' },
};
listedWordsBase.components.schemas.PaymentInvoice.description = 'Every operation returns this object.';
listedWordsBase.components.schemas.Create.properties.callbackUrl.description = '`https` on port 443.';
listedWordsBase.components.schemas.Status['x-requirements'] = [{ id: 'status-known', text: 'It is one of OPEN, PAID.' }];

const status = (d: Document) => d.components.schemas.Status;

export const listedWords: RuleTest = {
  base: listedWordsBase,
  passes: {
    'a text that names one scope, a version and a part of a path': (d) => {
      d['x-problems'].not_found = { cause: 'Needs `invoices:write`.', cure: 'Below `/api/v2`, or /api/v1/.' };
    },
    'an invoice that has another name': (d) => {
      const { schema } = d.paths['/api/v1/cancel'].post.responses['200'].content['application/json'];
      d.components.schemas.Bill = d.components.schemas.PaymentInvoice;
      schema.$ref = '#/components/schemas/Bill';
    },
    'a state of a feature': (d) => {
      status(d).enum.push('HELD');
      status(d)['x-lifecycle'].states = { HELD: { 'x-feature': 'cancellation' } };
    },
  },
  finds: {
    'an operation of another method': [
      (d) => {
        delete d['x-problems'];
        d.paths['/api/v1/list'] = { get: { ...d.paths['/api/v1/cancel'].post, operationId: 'listPayments' } };
      },
      '#/info/description',
      'It says "Each operation is a POST", and listPayments is a GET. Make them agree.',
    ],
    'an operation of another method, where others are refused': [
      (d) => {
        d.info.description = '';
        d.paths['/api/v1/list'] = { get: { ...d.paths['/api/v1/cancel'].post, operationId: 'listPayments' } };
      },
      '#/x-problems/not_found/cause',
      'It says "method other than POST", and listPayments is a GET.',
    ],
    'a path that is gone': [
      (d) => {
        delete d.paths['/api/v1/create'];
      },
      '#/x-problems/not_found/cause',
      'It names /api/v1/create, where no operation is.',
    ],
    'a scope that is gone': [
      (d) => {
        d['x-problems'].not_found.cure = 'Use invoices:read.';
      },
      '#/x-problems/not_found/cure',
      'It names the scope invoices:read, which x-scopes does not have. Make them agree.',
    ],
    'a scope that is new': [
      (d) => {
        d.components.securitySchemes.bearer['x-scopes']['refunds:write'] = 'Refund.';
      },
      '#/x-problems/not_found/cure',
      'It lists scopes without refunds:write.',
    ],
    'a port that is new': [
      (d) => {
        d.components.schemas.Create.properties.callbackUrl['x-url'].ports = [443, 8443];
      },
      '#/components/schemas/Create/properties/callbackUrl/description',
      'It says "`https` on port 443", and x-url has 443, 8443.',
    ],
    'a problem that has another status': [
      (d) => {
        d['x-problems'].not_found = { ...d['x-problems'].not_found, status: 410 };
        status(d)['x-requirements'][0].text = 'It is refused with 404 `not_found`.';
      },
      '#/components/schemas/Status/x-requirements/0/text',
      'It says 404 `not_found`, and x-problems says 410.',
    ],
    'a problem that has another name': wrong(
      '#/components/schemas/Status/x-requirements/0/text',
      'It is refused with 404 `path_not_found`.',
      'It says 404 `path_not_found`, and x-problems has no such problem.',
    ),
    'a header that has another name': [
      (d) => {
        d.paths['/api/v1/create'].post.parameters = [{ name: 'Create-Key', in: 'header', schema: { type: 'string' } }];
        status(d)['x-requirements'][0].text =
          'A repetition with Idempotency-Key and Create-Key of a Content-Type is one of OPEN, PAID.';
      },
      '#/components/schemas/Status/x-requirements/0/text',
      'It names the header Idempotency-Key, which nothing documents.',
    ],
    'an operation that returns something else': [
      (d) => {
        d.info.description = '';
        d.paths['/api/v1/cancel'].post.responses['200'].content['application/json'].schema = { type: 'object' };
      },
      '#/components/schemas/PaymentInvoice/description',
      'It says that every operation returns the invoice, and cancelPayment does not.',
    ],
    'a state that is new': [
      (d) => {
        status(d).enum.push('HELD');
      },
      '#/components/schemas/Status/x-requirements/0/text',
      "'status-known' lists values without HELD. Make it and the enum agree.",
    ],
  },
};

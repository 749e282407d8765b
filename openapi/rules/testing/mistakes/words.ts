import { factContract, problemContract } from '../base-contracts.ts';
import { baseOf, type Document, missing, put, type RuleTest, remove, wrong } from '../make-mistake.ts';

const json = (schema: string) => ({ content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } } });
const schemas = (d: Document) => d.components.schemas;

const defaultWords: RuleTest = {
  base: baseOf({
    paths: {
      '/create': {
        post: {
          operationId: 'createPayment',
          requestBody: json('Request'),
          responses: { '200': { description: 'Done.', ...json('Invoice') } },
        },
      },
    },
    components: {
      schemas: {
        Request: {
          type: 'object',
          properties: {
            isGift: {
              ...{ type: 'boolean', default: false, description: 'A gift. False when absent.' },
              'x-requirements': [{ id: 'create-gift', text: '`isGift` is accepted, and false when absent.' }],
            },
            note: { type: 'string', description: 'Of the merchant.' },
          },
        },
        Invoice: {
          type: 'object',
          properties: {
            isGift: {
              ...{ type: 'boolean', 'x-echoes': { operation: 'createPayment', property: 'isGift' } },
              'x-requirements': [{ id: 'invoice-gift', text: 'A gift: false when create was sent none, else as it was sent.' }],
            },
            note: {
              ...{ type: ['string', 'null'], description: 'Of the merchant; null when create was sent none.' },
              'x-echoes': { operation: 'createPayment', property: 'note' },
            },
          },
        },
      },
    },
  }),
  passes: {
    'an empty map that is called empty': (d) => {
      const note = { type: 'object', additionalProperties: { type: 'string' }, default: {}, description: 'Labels.' };
      schemas(d).Request.properties.note = note;
      schemas(d).Invoice.properties.note.description = 'Labels; empty when create was sent none.';
    },
    'a default that nothing is said of': (d) => {
      schemas(d).Request.properties.note.default = 'Thanks';
      schemas(d).Invoice.properties.note.description = 'Of the merchant.';
    },
  },
  finds: {
    'a description of another default': wrong(
      '#/components/schemas/Request/properties/isGift/description',
      'True when absent.',
      'It says "True when absent", but the default is false',
    ),
    'a requirement of another default': wrong(
      '#/components/schemas/Request/properties/isGift/x-requirements/0/text',
      'It is `true` when left out.',
      'It says "`true` when left out", but the default is false',
    ),
    'a default that is an object': [
      put('#/components/schemas/Request/properties/note', { type: 'object', default: { order: 'none' }, description: 'Labels.' }),
      '#/components/schemas/Invoice/properties/note/description',
      'It says "null when create was sent none", but the default is {"order":"none"}',
    ],
    'a default of what is repeated': [
      put('#/components/schemas/Request/properties/note/default', 'Thanks'),
      '#/components/schemas/Invoice/properties/note/description',
      'It says "null when create was sent none", but the default is Thanks',
    ],
  },
};

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

const factWords: RuleTest = {
  base: factWordsBase,
  passes: {
    'a duration where no fact is': put('#/paths/~1cancel/post/description', 'Takes 2 minutes.'),
    'a text without figures': put('#/paths/~1create/post/parameters/0/description', 'Kept for some time.'),
  },
  finds: {
    'a lifetime that was changed': [
      (d) => {
        key(d)['x-kept-seconds'] = 172_800;
        delete key(d).description;
      },
      '#/paths/~1create/post/parameters/0/x-requirements/0/text',
      "'said-0' says 24 hours, but x-kept-seconds has 172800 seconds",
    ],
    'a description that says another one': wrong(
      '#/paths/~1create/post/parameters/0/description',
      'Kept for 2 days.',
      'The description says 2 days, but x-kept-seconds has 86400 seconds',
    ),
    'an attempt that was added': [
      (d) => event(d)['x-delivery'].delays.push(900),
      `${eventAt}/description`,
      'The description says three attempts, but x-delivery has 3 delays, so 4 attempts',
    ],
    'a delay that was changed': [
      put(`${eventAt}/x-delivery/delays`, [5, 600]),
      `${eventAt}/description`,
      'The description says 5 min, but x-delivery has 5, 600, 15, 60 seconds',
    ],
    'a fact that is told on a header': [
      (d) => Object.assign(event(d)['x-delivery'], { longestRetryAfter: 90, secretOverlap: 90 }),
      `${eventAt}/parameters/0/x-requirements/0/text`,
      "'said-0' says 60 seconds, but x-delivery has 5, 300, 15, 90 seconds",
    ],
    'a window that was changed': wrong(
      '#/x-requirements/0/text',
      'At most 60 an hour.',
      "'limited' says an hour, but its x-rate-limits have 60 seconds",
    ),
    'a size that was changed': [
      put('#/x-body-limit', 2048),
      '#/x-requirements/1/text',
      "'too-large' says 1 KiB, but x-body-limit has 2048 bytes",
    ],
  },
};

const headerWordsBase = structuredClone(problemContract);
const schema = { type: 'string' };
const conflict = (d: Document) => d.paths['/submit'].post.responses['409'];
headerWordsBase['x-requirements'] = [{ id: 'id-on-every-response', text: 'Every response carries the header Request-Id.' }];
headerWordsBase['x-problems'].invoice_failed.cure = 'Wait as long as `Retry-After` says.';
for (const response of [
  conflict(headerWordsBase),
  headerWordsBase.components.responses.NotFound,
  headerWordsBase.paths['/submit'].post.responses['200'],
  headerWordsBase['x-unrouted-answers']['404'],
])
  response.headers = { 'Request-Id': { schema } };
conflict(headerWordsBase).headers['Retry-After'] = { schema };
conflict(headerWordsBase)['x-requirements'] = [{ id: 'conflict-waits', text: 'A conflict carries Retry-After.' }];

const headerWords: RuleTest = {
  base: headerWordsBase,
  passes: {
    'a header of requests, which no response has': put(
      '#/paths/~1submit/post/responses/409/x-requirements/0/text',
      'A conflict of If-Match carries Retry-After.',
    ),
  },
  finds: {
    'a requirement of another header than its response has': [
      put('#/components/responses/NotFound/x-requirements', [{ id: 'unknown-waits', text: 'It carries Retry-After.' }]),
      '#/components/responses/NotFound',
      "'unknown-waits' names the header Retry-After, which this response does not document",
    ],
    'a cure of a header that the response does not have': [
      put('#/x-problems/invoice_not_found/cure', 'Wait for `Retry-After`.'),
      '#/components/responses/NotFound',
      "The cure of 'invoice_not_found' names the header Retry-After",
    ],
    'a response without what every one carries': missing(
      '#/x-unrouted-answers/404',
      'headers',
      "'id-on-every-response' names the header Request-Id",
    ),
  },
};

const statusWordsBase = structuredClone(problemContract);
const submit = (d: Document) => d.paths['/submit'].post;
const callback = (d: Document) => submit(d).callbacks.changed['{$request.body#/url}'].post;
submit(statusWordsBase)['x-requirements'] = [{ id: 'submit-returns', text: 'A submit returns 200.' }];
callback(statusWordsBase).responses['410'] = { description: 'Gone.' };
callback(statusWordsBase)['x-requirements'] = [{ id: 'ends', text: 'A 410 response ends the calls.' }];
statusWordsBase.components.responses.NotFound['x-requirements'] = [
  { id: 'unknown', text: 'An unknown one is refused with 404; without a token it is refused with 401.' },
];

const statusWords: RuleTest = {
  base: statusWordsBase,
  finds: {
    'a success of another status': [
      (d) => {
        submit(d).responses = { '201': submit(d).responses['200'] };
      },
      '#/paths/~1submit/post/x-requirements/0/text',
      "'submit-returns' says 200, but 201 is documented",
    ],
    'a response of a receiver that is gone': [
      remove('#/paths/~1submit/post/callbacks/changed/{$request.body#~1url}/post/responses/410'),
      '#/paths/~1submit/post/callbacks/changed/{$request.body#~1url}/post/x-requirements/0/text',
      "'ends' says 410, but 4XX is documented",
    ],
    'a response that stands under another status': [
      (d) => {
        for (const { post } of Object.values<Document>(d.paths)) {
          post.responses['410'] = post.responses['404'];
          delete post.responses['404'];
        }
      },
      '#/components/responses/NotFound/x-requirements/0/text',
      "'unknown' says 404 and 401, but 410 is documented",
    ],
  },
};

export const wordMistakes: Readonly<Record<string, RuleTest>> = {
  'default-words': defaultWords,
  'fact-words': factWords,
  'header-words': headerWords,
  'status-words': statusWords,
};

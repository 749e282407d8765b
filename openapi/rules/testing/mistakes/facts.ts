import { factContract } from '../base-contracts.ts';
import { type Document, missing, put, type RuleTest, wrong } from '../make-mistake.ts';

const requirement = {
  id: 'limited',
  level: 'MUST',
  support: 'extended',
  feature: 'callbacks',
  source: 'D-01',
  text: 'It is so.',
};
const factFormBase = structuredClone(factContract);
factFormBase['x-requirements'] = [requirement];
factFormBase.paths['/cancel'].post['x-requirements'] = [{ ...requirement, id: 'cancel-says-so' }];
factFormBase['x-problems'] = { not_found: { status: 404, title: 'No such path', cause: 'The path.', cure: 'Another.' } };
factFormBase.components.schemas.Status['x-lifecycle'].events = { paid: { description: 'It is paid.', cause: 'clock' } };

const create = (d: Document) => d.paths['/create'].post;
const createAt = '#/paths/~1create/post';
const limitAt = `${createAt}/x-rate-limits/0`;
const eventAt = `${createAt}/callbacks/changed/{$request.body#~1callbackUrl}/post`;
const properties = (d: Document) => d.components.schemas.Invoice.properties;
const amountAt = '#/components/schemas/Invoice/properties/amount';
const lifecycleAt = '#/components/schemas/Status/x-lifecycle';
const lifetimeAt = '#/components/schemas/Invoice/properties/cancelledAt/x-lifetime';

/** One mistake of each kind that facts.schema.json finds. facts.test.ts checks every field of every fact. */
const factForm: RuleTest = {
  base: factFormBase,
  passes: {
    'an example that has a name like a fact': (d) => {
      create(d).requestBody.content['application/json'].examples = { 'x-odd': { value: { 'x-odd': 1 } } };
    },
    'a property whose name begins like a fact': (d) => {
      properties(d)['x-odd'] = { type: 'string' };
    },
    'what cannot happen, with its reason': put(`${lifecycleAt}/transitions/1`, {
      event: 'paid',
      from: ['PAID'],
      impossible: 'It is paid.',
    }),
  },
  finds: {
    'a misspelt fact': [
      (d) => {
        properties(d).amount['x-echos'] = properties(d).amount['x-echoes'];
      },
      `${amountAt}/x-echos`,
      'x-echos is not a known fact',
    ],
    'a fact like no other': wrong('#/info/x-logo', 'logo.png', 'x-logo is not a known fact'),
    'a fact where nobody looks for it': wrong(
      '#/components/schemas/Invoice/x-body-limit',
      5,
      'x-body-limit has no effect on a schema',
    ),
    'a fact on a path': wrong('#/paths/~1create/x-kept-seconds', 5, 'x-kept-seconds has no effect on a path'),
    'a fact in a schema of a list': [
      (d) => {
        properties(d).amount.items = { oneOf: [{ 'x-lasting': true }] };
      },
      `${amountAt}/items/oneOf/0/x-lasting`,
      'x-lasting has no effect on a schema',
    ],
    'a misspelt field': wrong('#/x-requirements/0/suport', 'core', "x-requirements[0] has an unknown field 'suport'"),
    'a field left out': missing(
      limitAt,
      'seconds',
      "x-rate-limits[0] has no 'seconds'. Add it: The length of the window in seconds.",
    ),
    'a number that is a text': wrong(
      '#/x-body-limit',
      '32 KiB',
      'x-body-limit is "32 KiB". Write bytes, a whole number above 0.',
    ),
    'a word that is not known': wrong(
      `${limitAt}/per`,
      'token',
      'x-rate-limits[0].per is "token". Write account, invoice or address.',
    ),
    'a text that is empty': wrong('#/x-features/callbacks', ' ', 'x-features.callbacks is " ". Write a text.'),
    'a sentence without its end': wrong('#/x-requirements/0/text', 'It is', 'Write a sentence that ends with a full stop.'),
    'a name in another case': [
      (d) => {
        d['x-features'].rateLimits = 'Rates.';
      },
      '#/x-features/rateLimits',
      "'rateLimits' is not a valid name for an entry of x-features",
    ],
    'a list without entries': wrong(`${eventAt}/x-delivery/delays`, [], 'x-delivery.delays is empty'),
    'a list that says a thing twice': wrong(`${eventAt}/x-delivery/delays/1`, 5, 'x-delivery.delays lists 5 twice'),
    'an object without entries': wrong('#/components/securitySchemes/bearer/x-scopes', {}, 'x-scopes is empty'),
    'a fact that is no object': wrong(
      `${amountAt}/x-echoes`,
      'amount',
      'x-echoes is "amount". Write an object with operation and property.',
    ),
    'a fact that says no': wrong(
      '#/components/schemas/Invoice/properties/id/x-open-enum',
      false,
      'x-open-enum is false. Write true, or leave it out.',
    ),
    'a port that is none': wrong(
      '#/components/schemas/Create/properties/callbackUrl/x-url/ports/0',
      'https',
      'x-url.ports[0] is "https". Write a port, from 1 to 65535.',
    ),
    'ports in no list': wrong(
      '#/components/schemas/Create/properties/callbackUrl/x-url/ports',
      443,
      'x-url.ports is 443. Write any, or a list of ports.',
    ),
    'core with a feature': [
      put('#/x-requirements/0/support', 'core'),
      '#/x-requirements/0',
      'x-requirements[0]: A core statement belongs to no feature. Remove `feature`, or make the statement extended.',
    ],
    'a limit of requests and failures': [
      put(`${limitAt}/failures`, 5),
      limitAt,
      'x-rate-limits[0]: The limit counts both requests and failures. Keep one of them.',
    ],
    'a limit of nothing': missing(limitAt, 'requests', "x-rate-limits[0] has no 'requests'."),
    'a clock with an operation': [
      put(`${lifecycleAt}/events/paid/operation`, 'createPayment'),
      `${lifecycleAt}/events/paid`,
      'has no operation. Remove `operation`.',
    ],
    'what cannot happen, and then does': [
      put(`${lifecycleAt}/transitions/0/impossible`, 'Why.'),
      `${lifecycleAt}/transitions/0`,
      'Remove the rest, or remove `impossible`.',
    ],
    'a lifetime that is longer than the longest': wrong(
      `${lifetimeAt}/default`,
      601,
      'x-lifetime.default is longer than the longest lifetime',
    ),
  },
};

/** The base document with two additions: a relation in a response and another in a request. */
const relationFormBase = structuredClone(factContract);
const { Invoice, Cancel, Status } = relationFormBase.components.schemas;
Invoice.properties.paidAmount = {
  type: ['number', 'null'],
  'x-relations': [{ is: 'unset', when: { status: ['OPEN'] }, requirement: 'limited' }],
};
Cancel.properties.back = {
  type: 'number',
  'x-relations': [
    { is: 'at-most', field: 'amount', of: '#/components/schemas/Invoice', problem: 'too_much', requirement: 'limited' },
  ],
};
Status['x-lifecycle'].transitions[0].changes = ['paidAmount'];
relationFormBase.paths['/cancel'].post.responses['409'] = {
  content: { 'application/problem+json': { examples: { one: { value: { code: 'too_much' } } } } },
};
const shown = '#/components/schemas/Invoice/properties/paidAmount/x-relations/0';
const sent = '#/components/schemas/Cancel/properties/back/x-relations/0';
const paid = (d: Document) => d.components.schemas.Invoice.properties.paidAmount['x-relations'];

/** Adds a list to a request, in which the field `off` of each entry must be at most the value of each of the given fields. */
function listed(d: Document, ...fields: string[]): void {
  const off = { type: 'number', 'x-relations': fields.map((field) => ({ is: 'at-most', field, requirement: 'limited' })) };
  const tax = { type: 'object', properties: { rate: { type: 'number' } } };
  const items = { type: 'object', properties: { off, price: { type: 'number' }, tax } };
  d.components.schemas.Create.properties.lines = { type: 'array', items };
}

/** Adds a parameter that must equal the given value. */
function repeatHeader(d: Document, to: object): void {
  const { post } = d.paths['/cancel'];
  const schema = { type: 'string' };
  const relation = { is: 'equal', requirement: 'limited', ...to };
  post.parameters = [{ name: 'If-Match', in: 'header', schema, 'x-relations': [relation] }];
  post.responses['200'].headers = { ETag: { schema } };
}

const relationForm: RuleTest = {
  base: relationFormBase,
  passes: {
    'a refusal as of any body': (d) => {
      delete d.components.schemas.Cancel.properties.back['x-relations'][0].problem;
    },
    'a sum of fields, and of those of a list': (d) => {
      d.components.schemas.Create.properties.lines = { type: 'array', items: { properties: { price: { type: 'number' } } } };
      d.components.schemas.Create.properties.amount['x-relations'] = [
        { is: 'sum', fields: ['lines/price'], requirement: 'limited' },
      ];
    },
    'a field of an entry of a list, of an object inside it, and of the body': (d) => listed(d, 'price', 'tax/rate', '/amount'),
    'a header that repeats one of the stored object': (d) =>
      repeatHeader(d, { field: 'ETag', of: '#/components/schemas/Invoice' }),
    'a part of a field of the entry before': (d) => {
      listed(d, 'price');
      const { off } = d.components.schemas.Create.properties.lines.items.properties;
      Object.assign(off['x-relations'][0], { previous: true, times: 0.5 });
    },
  },
  finds: {
    'no requirement': wrong(
      `${shown}/requirement`,
      'other',
      "x-relations of paidAmount names the requirement 'other', which does not exist",
    ),
    'a field that the stored object does not have': [
      (d) => {
        d.components.schemas.Cancel.properties.back['x-relations'][0].field = 'total';
      },
      sent,
      'compares with total, which is not a field of the same object',
    ],
    'a parameter that is compared with no other one': [
      (d) => repeatHeader(d, { field: 'total' }),
      '#/paths/~1cancel/post/parameters/0/x-relations/0',
      'compares with total, which is not a field of the same object',
    ],
    'a field that differs from those of other entries, and is in no list': [
      (d) => {
        paid(d)[0].is = 'distinct';
      },
      `${shown}/is`,
      'x-relations of paidAmount: only a field of the objects in a list can be distinct',
    ],
    'a header that no response has': [
      (d) => repeatHeader(d, { field: 'Version', of: '#/components/schemas/Invoice' }),
      '#/paths/~1cancel/post/parameters/0/x-relations/0',
      'x-relations of If-Match compares with Version, which is not a field of the same object',
    ],
    'an entry before what is in no list': [
      (d) => {
        paid(d)[0].previous = true;
      },
      `${shown}/previous`,
      'x-relations of paidAmount: only a field of the objects in a list has a previous entry',
    ],
    'a field beside the list of an entry': [
      (d) => listed(d, 'amount'),
      '#/components/schemas/Create/properties/lines/items/properties/off/x-relations/0',
      'x-relations of off compares with amount, which is not a field of the same object',
    ],
    'a field of the body that it has not': [
      (d) => listed(d, '/total'),
      '#/components/schemas/Create/properties/lines/items/properties/off/x-relations/0',
      'x-relations of off compares with /total, which is not a field of the same object',
    ],
    'a field to add that is only in the stored object': [
      (d) => {
        d.components.schemas.Cancel.properties.back['x-relations'][0].plus = 'amount';
      },
      `${sent}/plus`,
      'x-relations of back adds amount, which is not a field of the same object',
    ],
    'a time of a request that is past': wrong(
      `${sent}/is`,
      'past',
      'x-relations of back: no program checks whether a time in a request is past',
    ),
    'no stored object': wrong(
      `${sent}/of`,
      '#/components/schemas/Thing',
      'x-relations of back refers to #/components/schemas/Thing, which is not an object',
    ),
    'a problem of another operation': wrong(`${sent}/problem`, 'too_little', "cancelPayment does not refuse with 'too_little'"),
    'a condition on no field': [
      (d) => {
        paid(d)[0].when = { state: ['OPEN'] };
      },
      `${shown}/when/state`,
      'x-relations of paidAmount has a condition on state, which is not a field of the same object',
    ],
    'a response that is compared with another object': [
      (d) => {
        paid(d)[0] = { is: 'at-most', field: 'amount', of: '#/components/schemas/Invoice', requirement: 'limited' };
      },
      `${shown}/of`,
      'x-relations of paidAmount: createPayment identifies no stored object, so its response is compared with its own fields',
    ],
    'null where a way there sets it': [
      (d) => {
        paid(d)[0].when = { status: ['PAID'] };
      },
      shown,
      'x-relations of paidAmount says that it is null in PAID, but transitions that lead there set it',
    ],
    'set where no way there does so': [
      (d) => {
        paid(d)[0] = { is: 'set', when: { status: ['OPEN'] }, requirement: 'limited' };
      },
      shown,
      'x-relations of paidAmount says that it is set in OPEN, but transitions that lead there do not set it',
    ],
  },
};

export const factMistakes: Readonly<Record<string, RuleTest>> = {
  'fact-form': factForm,
  'relation-form': relationForm,
};

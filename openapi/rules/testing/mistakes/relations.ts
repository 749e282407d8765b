import { factContract } from '../base-contracts.ts';
import { type Document, makeChoice, missing, nestDeeply, put, type RuleTest, remove, wrong } from '../make-mistake.ts';

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

/** Adds a list to a request. In each entry, the field `off` must be at most the value of each of the given fields. */
function listed(d: Document, ...fields: string[]): void {
  const off = { type: 'number', 'x-relations': fields.map((field) => ({ is: 'at-most', field, requirement: 'limited' })) };
  const tax = { type: 'object', properties: { rate: { type: 'number' } } };
  const items = { type: 'object', properties: { off, price: { type: 'number' }, tax } };
  d.components.schemas.Create.properties.lines = { type: 'array', items };
}

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
    'a refusal as of any body': remove(`${sent}/problem`),
    'a sum of fields, and of those of a list': (d) => {
      d.components.schemas.Create.properties.lines = { type: 'array', items: { properties: { price: { type: 'number' } } } };
      d.components.schemas.Create.properties.amount['x-relations'] = [
        { is: 'sum', fields: ['lines/price'], requirement: 'limited' },
      ];
    },
    'objects that many paths lead to': nestDeeply,
    'a list of lists, at any depth': (d) => {
      d.components.schemas.Nested = { type: 'array', items: { $ref: '#/components/schemas/Nested' } };
      d.components.schemas.Create.properties.lines = { $ref: '#/components/schemas/Nested' };
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
      put(`${sent}/field`, 'total'),
      sent,
      'compares with total, which is not a field of the same object',
    ],
    'a parameter that is compared with no other one': [
      (d) => repeatHeader(d, { field: 'total' }),
      '#/paths/~1cancel/post/parameters/0/x-relations/0',
      'compares with total, which is not a field of the same object',
    ],
    'a field that differs from those of other entries, and is in no list': wrong(
      `${shown}/is`,
      'distinct',
      'x-relations of paidAmount: only a field of the objects in a list can be distinct',
    ),
    'a header that no response has': [
      (d) => repeatHeader(d, { field: 'Version', of: '#/components/schemas/Invoice' }),
      '#/paths/~1cancel/post/parameters/0/x-relations/0',
      'x-relations of If-Match compares with Version, which is not a field of the same object',
    ],
    'an entry before what is in no list': wrong(
      `${shown}/previous`,
      true,
      'x-relations of paidAmount: only a field of the objects in a list has a previous entry',
    ),
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
    'a unit that is only in the stored object': wrong(
      `${sent}/unit`,
      'amount',
      'x-relations of back has its unit in amount, which is not a field of the same object',
    ),
    'a field together with one that there is not': wrong(
      `${sent}/together`,
      ['shop'],
      'x-relations of back goes together with shop, which is not a field of the same object',
    ),
    'a response that is unique': wrong(`${shown}/is`, 'unique', 'a single response does not show whether a value is unique'),
    'a field to add that is only in the stored object': wrong(
      `${sent}/plus`,
      'amount',
      'x-relations of back adds amount, which is not a field of the same object',
    ),
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
      put(`${shown}/when`, { state: ['OPEN'] }),
      `${shown}/when/state`,
      'x-relations of paidAmount has a condition on state, which is not a field of the same object',
    ],
    'a response that is compared with another object': [
      put(shown, { is: 'at-most', field: 'amount', of: '#/components/schemas/Invoice', requirement: 'limited' }),
      `${shown}/of`,
      'x-relations of paidAmount: createPayment identifies no stored object, so its response is compared with its own fields',
    ],
    'null where a way there sets it': [
      put(`${shown}/when`, { status: ['PAID'] }),
      shown,
      'x-relations of paidAmount says that it is null in PAID, but transitions that lead there set it',
    ],
    'set where no way there does so': wrong(
      shown,
      { is: 'set', when: { status: ['OPEN'] }, requirement: 'limited' },
      'x-relations of paidAmount says that it is set in OPEN, but transitions that lead there do not set it',
    ),
  },
};

const properties = (d: Document) => d.components.schemas.Invoice.properties;
const propertiesAt = '#/components/schemas/Invoice/properties';

const echoStated: RuleTest = {
  base: factContract,
  passes: {
    'a field of a body that is a choice': makeChoice('Create'),
    'a parameter that is shown': put(`${propertiesAt}/key`, {
      type: ['string', 'null'],
      'x-echoes': { operation: 'createPayment', property: 'Key' },
    }),
    'a choice that contains itself': (d) => {
      const branches = [{ type: 'string' }, { $ref: '#/components/schemas/Choice' }, { type: 'null' }];
      d.components.schemas.Choice = { anyOf: branches };
      d.components.schemas.Create.properties.reference = { $ref: '#/components/schemas/Choice' };
    },
    'a choice of objects, or null, of what may be left out': (d) => {
      const branches = [{ type: 'object' }, { type: 'object' }];
      d.components.schemas.Create.properties.payer = { oneOf: branches };
      const echo = { operation: 'createPayment', property: 'payer' };
      properties(d).payer = { anyOf: [...branches, { type: 'null' }], 'x-echoes': echo };
    },
    'an absent value that is shown as the default': (d) => {
      d.components.schemas.Create.properties.reference.default = 'none';
      properties(d).reference.type = 'string';
    },
    'bounds that are as wide, or wider': (d) => {
      Object.assign(d.components.schemas.Create.properties.reference, { minLength: 2, maxLength: 70 });
      Object.assign(properties(d).reference, { minLength: 1, maxLength: 70 });
    },
    'an id that is sent and shown': (d) => {
      d.components.schemas.Cancel.properties.id = d.components.schemas.Cancel.properties.invoiceId;
      delete d.components.schemas.Cancel.properties.invoiceId;
    },
    'a version that is compared with the stored one': (d) => {
      const of = '#/components/schemas/Invoice';
      const relation = { is: 'equal', field: 'version', of, requirement: 'r' };
      properties(d).version = { type: 'integer' };
      d.components.schemas.Cancel.properties.version = { type: 'integer', 'x-relations': [relation] };
    },
    'a field that another operation changes': (d) => {
      d.components.schemas.Cancel.properties.reference = { type: 'string' };
      properties(d).reference['x-echoes'].changedBy = 'cancelPayment';
    },
    'types in schemas of their own': (d) => {
      d.components.schemas.Amount = { type: 'number' };
      d.components.schemas.Create.properties.amount = { $ref: '#/components/schemas/Amount' };
    },
  },
  finds: {
    'a property that is taken and forgotten': missing(
      `${propertiesAt}/reference`,
      'x-echoes',
      'reference has the same name as a field that createPayment takes, but does not say that it repeats that field',
    ),
    'a field that another operation takes too': [
      put('#/components/schemas/Cancel/properties/reference', { type: 'string' }),
      `${propertiesAt}/reference/x-echoes`,
      'reference repeats what createPayment was sent, but cancelPayment takes a field with this name too',
    ],
    'a change by an operation that takes no such field': [
      put(`${propertiesAt}/reference/x-echoes/changedBy`, 'cancelPayment'),
      `${propertiesAt}/reference/x-echoes/changedBy`,
      "reference is changed by cancelPayment, which is no operation that takes 'reference'",
    ],
    'an echo of no operation': wrong(
      `${propertiesAt}/amount/x-echoes/operation`,
      'makePayment',
      'amount repeats a field of makePayment, which is not an operation under paths',
    ),
    'an echo of nothing': wrong(
      `${propertiesAt}/amount/x-echoes/property`,
      'sum',
      "amount repeats 'sum', which createPayment does not take",
    ),
    'a header that repeats what its request does not have': [
      (d) => {
        const schema = { type: 'string' };
        const echo = { operation: 'cancelPayment', property: 'X-Trace' };
        d.paths['/cancel'].post.responses['200'].headers = { 'X-Trace': { schema, 'x-echoes': echo } };
      },
      '#/paths/~1cancel/post/responses/200/headers/X-Trace/x-echoes',
      "X-Trace repeats 'X-Trace' of cancelPayment",
    ],
    'another type': [
      put(`${propertiesAt}/amount/type`, 'string'),
      `${propertiesAt}/amount/x-echoes`,
      'amount is string, but it repeats amount, which may be number',
    ],
    'less room than what is sent': wrong(
      `${propertiesAt}/reference/maxLength`,
      70,
      'reference repeats reference, but its maxLength excludes values that may be sent',
    ),
    'a greater least value': wrong(
      `${propertiesAt}/amount/minimum`,
      1,
      'amount repeats amount, but its minimum excludes values that may be sent',
    ),
    'nothing to show for an absent value': [
      put(`${propertiesAt}/reference/type`, 'string'),
      `${propertiesAt}/reference/x-echoes`,
      'reference repeats reference, which is optional',
    ],
  },
};

export const relationMistakes: Readonly<Record<string, RuleTest>> = { 'relation-form': relationForm, 'echo-stated': echoStated };

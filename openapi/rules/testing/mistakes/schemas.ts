import { baseOf, type Document, missing, put, type RuleTest, wrong } from '../make-mistake.ts';

const example = (...pointers: string[]) => ({ value: { errors: pointers.map((pointer) => ({ pointer })) } });
const responses = { '422': { $ref: '#/components/responses/Refused' } };
const operation = (operationId: string, field: string) => ({
  post: {
    operationId,
    parameters: [{ $ref: '#/components/parameters/Key' }],
    requestBody: { content: { 'application/json': { schema: { properties: { [field]: { type: 'string' } } } } } },
    responses,
  },
});

const exampleFields: RuleTest = {
  base: baseOf({
    paths: { '/create': operation('createPayment', 'amount') },
    components: {
      parameters: { Key: { name: 'Key', in: 'header' } },
      responses: {
        Refused: {
          content: { 'application/problem+json': { examples: { refused: example('', '/amount', '/amount/0', '/Key') } } },
        },
      },
    },
  }),
  passes: {
    'a field of a body that is a choice': (d) => {
      const media = d.paths['/create'].post.requestBody.content['application/json'];
      media.schema = { anyOf: [media.schema, { properties: { note: { type: 'string' } } }] };
    },
    'an example without fields': put('#/components/responses/Refused/content/application~1problem+json/examples/refused', {
      value: {},
    }),
  },
  finds: {
    'an example of a value that must be new': [
      (d) => Object.assign(d.components.parameters.Key, { 'x-kept-seconds': 60, schema: { type: 'string', examples: ['k'] } }),
      '#/components/parameters/Key/schema/examples',
      'Key must be new for each request, but tools fill in its example',
    ],
    'a field of another operation': [
      put('#/paths/~1fetch', operation('fetchPayment', 'invoiceId')),
      '#/components/responses/Refused/content/application~1problem+json/examples/refused',
      "The example of 'refused' names the field amount, which fetchPayment does not take.",
    ],
  },
};

const schema = { type: 'object' };
const rename = (holder: Document, name: string) => {
  holder.Renamed = holder[name];
  delete holder[name];
};
const base: Document = baseOf({
  components: {
    securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer' } },
    parameters: { IdempotencyKey: { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } } },
    schemas: {
      InvoiceStatus: { type: 'string', 'x-lifecycle': {} },
      ...{ PaymentInvoice: schema, InvoiceEvent: schema, Problem: schema, ProblemCode: schema, ProblemItemCode: schema },
    },
  },
});

const namedParts: RuleTest = {
  base,
  passes: {
    'a part that refers to another': (d) => {
      rename(d.components.schemas, 'Problem');
      d.components.schemas.Problem = { $ref: '#/components/schemas/Renamed' };
    },
  },
  finds: {
    ...Object.fromEntries(
      Object.entries({
        ...{ InvoiceStatus: 'schemas', PaymentInvoice: 'schemas', InvoiceEvent: 'schemas', Problem: 'schemas' },
        ...{ ProblemCode: 'schemas', ProblemItemCode: 'schemas', bearerAuth: 'securitySchemes', IdempotencyKey: 'parameters' },
      }).map(([name, kind]) => [
        `another name for ${name}`,
        [(d: Document) => rename(d.components[kind], name), `#/components/${kind}`, `/components/${kind}/${name}`] as const,
      ]),
    ),
    'a status without a lifecycle': missing(
      '#/components/schemas/InvoiceStatus',
      'x-lifecycle',
      '/components/schemas/InvoiceStatus/x-lifecycle is missing, but programs look it up by that name',
    ),
    'no components at all': [
      put('#/components/parameters', undefined),
      '#/components',
      '/components/parameters/IdempotencyKey/schema is missing, but programs look it up by that name',
    ],
  } as RuleTest['finds'],
};

const oneWaySchemas: RuleTest = {
  base: baseOf({
    paths: {
      '/create': {
        post: { operationId: 'createPayment', requestBody: { $ref: '#/components/requestBodies/Create' } },
        get: { operationId: 'listPayments' },
      },
    },
    components: {
      requestBodies: { Create: { required: true, content: {} } },
      schemas: { Invoice: { type: 'object', properties: { id: { type: 'string' } } } },
    },
  }),
  passes: {
    'a property with the name of the keyword': put('#/components/schemas/Invoice/properties/readOnly', { type: 'boolean' }),
    'the keyword that says nothing': put('#/components/schemas/Invoice/properties/id/readOnly', false),
  },
  finds: {
    'a field that is only read': wrong(
      '#/components/schemas/Invoice/properties/id/readOnly',
      true,
      'id is readOnly, which no program here supports',
    ),
    'a field that is only written': wrong('#/components/schemas/Invoice/properties/id/writeOnly', true, 'id is writeOnly'),
    'a body that may be left out': wrong(
      '#/components/requestBodies/Create/required',
      false,
      'The body of createPayment is optional, which no program here supports',
    ),
    'a body that nothing is said of': missing(
      '#/components/requestBodies/Create',
      'required',
      'The body of createPayment is optional, which no program here supports',
    ),
  },
};

const untypedNegation: RuleTest = {
  base: baseOf({
    components: { schemas: { Tag: { type: 'string', not: { pattern: '^x' } }, Other: { not: { type: 'string' } } } },
  }),
  passes: {
    'a property with the name of the keyword': put('#/components/schemas/Tag', {
      type: 'object',
      properties: { not: { type: 'string' }, type: { type: 'string' } },
    }),
  },
  finds: {
    'a negation that names the type again': wrong(
      '#/components/schemas/Tag/not/type',
      'string',
      'The `not` of Tag has a `type`, which makes other tools generate samples of another type',
    ),
  },
};

export const schemaMistakes: Readonly<Record<string, RuleTest>> = {
  'example-fields': exampleFields,
  'named-parts': namedParts,
  'one-way-schemas': oneWaySchemas,
  'untyped-negation': untypedNegation,
};

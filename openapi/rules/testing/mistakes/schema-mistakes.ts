import { factContract as base } from '../fact-contract.ts';
import { missing, wrong } from '../make-mistake.ts';
import type { Document, RuleTest } from '../test-rules.ts';

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
const put = (document: Document, refused: object) => {
  document.components.responses.Refused.content['application/problem+json'].examples = { refused };
};

export const exampleFields: RuleTest = {
  base: {
    openapi: '3.1.0',
    info: { title: 'Base', version: '1.0.0' },
    paths: { '/create': operation('createPayment', 'amount') },
    components: {
      parameters: { Key: { name: 'Key', in: 'header' } },
      responses: {
        Refused: {
          content: { 'application/problem+json': { examples: { refused: example('', '/amount', '/amount/0', '/Key') } } },
        },
      },
    },
  },
  passes: {
    'a field of a body that is a choice': (d) => {
      const media = d.paths['/create'].post.requestBody.content['application/json'];
      media.schema = { anyOf: [media.schema, { properties: { note: { type: 'string' } } }] };
    },
    'an example without fields': (d) => put(d, { value: {} }),
  },
  finds: {
    'a field of another operation': [
      (d) => {
        d.paths['/fetch'] = operation('fetchPayment', 'invoiceId');
      },
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
const namedPartsBase: Document = {
  openapi: '3.1.0',
  info: { title: 'Base', version: '1.0.0' },
  paths: {},
  components: {
    securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer' } },
    parameters: { IdempotencyKey: { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } } },
    schemas: {
      InvoiceStatus: { type: 'string', 'x-lifecycle': {} },
      ...{ PaymentInvoice: schema, InvoiceEvent: schema, Problem: schema, ProblemCode: schema, ProblemItemCode: schema },
    },
  },
};

export const namedParts: RuleTest = {
  base: namedPartsBase,
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
        [
          (d: Document) => rename(d.components[kind], name),
          `#/components/${kind}`,
          `There is no /components/${kind}/${name}`,
        ] as const,
      ]),
    ),
    'a status without a lifecycle': [
      (d) => {
        delete d.components.schemas.InvoiceStatus['x-lifecycle'];
      },
      '#/components/schemas/InvoiceStatus',
      'There is no /components/schemas/InvoiceStatus/x-lifecycle',
    ],
    'no components at all': [
      (d) => {
        d.components.parameters = undefined;
      },
      '#/components',
      'There is no /components/parameters/IdempotencyKey/schema',
    ],
  } as RuleTest['finds'],
};

const properties = (d: Document) => d.components.schemas.Invoice.properties;

export const oneWaySchemas: RuleTest = {
  base: {
    openapi: '3.1.0',
    info: { title: 'Base', version: '1.0.0' },
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
  },
  passes: {
    'a property with the name of the keyword': (d) => {
      properties(d).readOnly = { type: 'boolean' };
    },
    'the keyword that says nothing': (d) => {
      properties(d).id.readOnly = false;
    },
  },
  finds: {
    'a field that is only read': wrong(
      '#/components/schemas/Invoice/properties/id/readOnly',
      true,
      'id is readOnly, which no program here reads. Take `readOnly` out, and the field out of the schemas of requests.',
    ),
    'a field that is only written': wrong('#/components/schemas/Invoice/properties/id/writeOnly', true, 'id is writeOnly'),
    'a body that may be left out': wrong(
      '#/components/requestBodies/Create/required',
      false,
      'createPayment takes a body that may be left out',
    ),
    'a body that nothing is said of': missing(
      '#/components/requestBodies/Create',
      'required',
      'createPayment takes a body that may be left out',
    ),
  },
};

const create = (d: Document) => d.paths['/create'].post;
const at = '#/paths/~1create/post';

export const bodyForms: RuleTest = {
  base,
  passes: {
    'a success without a body': (d) => {
      create(d).responses['200'] = { description: 'Done.' };
    },
    'no body at all': (d) => {
      delete create(d).requestBody;
    },
    'a problem': (d) => {
      create(d).responses['422'].content = { 'application/problem+json': { schema: { type: 'object' } } };
    },
  },
  finds: {
    'an upload': [
      (d) => {
        create(d).requestBody.content = { 'multipart/form-data': { schema: { type: 'object' } } };
      },
      `${at}/requestBody/content/multipart~1form-data`,
      'createPayment takes multipart/form-data, and every program here reads and writes JSON only',
    ],
    'a download': [
      (d) => {
        d.components.responses = { Pdf: { content: { 'application/pdf': {} } } };
        create(d).responses['200'] = { $ref: '#/components/responses/Pdf' };
      },
      '#/components/responses/Pdf/content/application~1pdf',
      'a file by its URL in a field of it',
    ],
    'a list that is sent': [
      (d) => {
        d.components.schemas.Create.type = 'array';
      },
      `${at}/requestBody/content/application~1json/schema`,
      'createPayment takes a list, and every program here reads bodies as objects',
    ],
    'a list that is returned': [
      (d) => {
        create(d).responses['200'].content['application/json'].schema = { type: 'array', items: { type: 'string' } };
      },
      `${at}/responses/200/content/application~1json/schema`,
      'createPayment returns a list',
    ],
    'a choice of objects that is sent': [
      (d) => {
        const { Create } = d.components.schemas;
        d.components.schemas.Create = { oneOf: [Create, { type: 'object', properties: { note: { type: 'string' } } }] };
      },
      `${at}/requestBody/content/application~1json/schema`,
      'createPayment takes a body made by oneOf, and server, client and suite read the `properties` of one object',
    ],
    'an object that is put together': [
      (d) => {
        create(d).responses['200'].content['application/json'].schema = { allOf: [{ $ref: '#/components/schemas/Invoice' }] };
      },
      `${at}/responses/200/content/application~1json/schema`,
      'createPayment returns a body made by allOf',
    ],
    'a refusal that is no problem': [
      (d) => {
        create(d).responses['422'].content = { 'application/json': { schema: { type: 'object' } } };
      },
      `${at}/responses/422/content/application~1json`,
      'Every refusal is a problem',
    ],
  },
};

export const untypedNegation: RuleTest = {
  base: {
    openapi: '3.1.0',
    info: { title: 'Base', version: '1.0.0' },
    paths: {},
    components: { schemas: { Tag: { type: 'string', not: { pattern: '^x' } }, Other: { not: { type: 'string' } } } },
  },
  passes: {
    'a property with the name of the keyword': (d) => {
      d.components.schemas.Tag = { type: 'object', properties: { not: { type: 'string' }, type: { type: 'string' } } };
    },
  },
  finds: {
    'a negation that names the type again': wrong(
      '#/components/schemas/Tag/not/type',
      'string',
      'The `not` of Tag names a type, which makes other tools sample a value of another one.',
    ),
  },
};

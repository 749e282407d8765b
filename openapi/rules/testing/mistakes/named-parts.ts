import type { Document, RuleTest } from '../test-rules.ts';

const schema = { type: 'object' };
const rename = (holder: Document, name: string) => {
  holder.Renamed = holder[name];
  delete holder[name];
};
const base: Document = {
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

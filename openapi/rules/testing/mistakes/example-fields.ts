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
    'an example of a value that must be new': [
      (d) => Object.assign(d.components.parameters.Key, { 'x-kept-seconds': 60, schema: { type: 'string', examples: ['k'] } }),
      '#/components/parameters/Key/schema/examples',
      'Key must be new for each request, and tools fill in its example. Take the example away.',
    ],
    'a field of another operation': [
      (d) => {
        d.paths['/fetch'] = operation('fetchPayment', 'invoiceId');
      },
      '#/components/responses/Refused/content/application~1problem+json/examples/refused',
      "The example of 'refused' names the field amount, which fetchPayment does not take.",
    ],
  },
};

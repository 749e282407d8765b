import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { Node } from '../reader/json.ts';
import { listOperations } from '../reader/list-operations.ts';
import { sketchSamples } from './sketch-samples.ts';

const reason = 'It\'s "$5`a`\\n" off';
const id = { type: 'string', 'x-identifies': '#/components/schemas/PaymentInvoice/properties/id' };

function sketch(properties: Node, required = Object.keys(properties), parameters: Node[] = []) {
  const schema = { type: 'object', required, properties };
  const post = {
    operationId: 'giveBack',
    parameters,
    requestBody: { content: { 'application/json': { schema } } },
    responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/PaymentInvoice' } } } } },
  };
  const document = { paths: { '/back/{why}': { post } }, components: { schemas: { PaymentInvoice: { type: 'object' } } } };
  const [operation] = listOperations(document, document.paths, ['paths']);
  return operation && sketchSamples(document, operation);
}
const properties = { invoice: id, why: { type: 'string', examples: [reason] }, parts: { type: 'array', examples: [[1, true]] } };

test('a body is sent with its examples, as each language writes them, and with the id of an invoice', () => {
  const samples = sketch({ ...properties, note: { type: 'string' } }, Object.keys(properties));
  // Replaces curl with a function that prints its last argument as the shell has parsed it.
  const { stdout } = spawnSync('sh', ['-c', `curl() { for last; do :; done; printf %s "$last"; }\n${samples?.['curl.sh']}`], {
    encoding: 'utf8',
    env: { INVOICE_ID: 'inv_7', PATH: process.env.PATH ?? '' },
  });
  expect(JSON.parse(stdout)).toEqual({ invoice: 'inv_7', why: reason, parts: [1, true] });
  expect(samples?.['client.ts']).toContain(`await payments.giveBack({
  invoice: process.env.INVOICE_ID ?? 'inv_…',
  why: 'It\\'s "$5\`a\`\\\\n" off',
  parts: [1,true],
});`);
  expect(samples?.['python.py']).toContain(
    `json.dumps({"invoice": os.environ["INVOICE_ID"], "why": ${JSON.stringify(reason)}, "parts": [1, True]})`,
  );
});

test('a call with a parameter in its path is made by its path', () => {
  const why = { name: 'why', in: 'path', required: true, schema: { type: 'string', enum: ['spoilt milk'] } };
  const samples = sketch({ invoice: id }, ['invoice'], [why]);
  expect(samples?.['client.ts']).toContain(
    "raw.POST('/back/{why}', { params: { path: { why: 'spoilt milk' } }, body: { invoice: process.env.INVOICE_ID ?? 'inv_…' } });",
  );
  expect(samples?.['curl.sh']).toContain('"$BASE_URL/back/spoilt%20milk"');
});

test('without an example of all that is required, nothing is written', () => {
  expect(sketch({ invoice: id, why: { type: 'string' } })).toBeUndefined();
});

/** Tests that the document for generators allows the same requests and responses as the contract. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import type { Node } from '../reader/json.ts';
import { listOperations } from '../reader/list-operations.ts';
import { walkDocument } from '../reader/walk-document.ts';
import { deriveDocument } from './derive-document.ts';
import { deriveFrom } from './derive-from.ts';
import { listSchemaUses } from './loosen-schema.ts';
import { sampleSchema } from './testing/sample-schema.ts';

const text = readFileSync(new URL('../openapi.yaml', import.meta.url), 'utf8');
const contract = load(text) as Node;
const derived = deriveDocument(contract);
const schemas = (document: Node) => (document.components as { schemas: Record<string, Node> }).schemas;
const listAll = (document: Node) =>
  listOperations(document, document.paths, ['paths']).flatMap((operation) => [operation, ...operation.callbacks]);
const uses = listSchemaUses(contract);
const requests = [...uses.requests].filter((name) => name.endsWith('Request'));

function validatorOf(document: Node, name: string) {
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  addFormats.default(ajv);
  ajv.addSchema(document, 'document');
  return ajv.compile({ $ref: `document#/components/schemas/${name}` });
}

test.each(deriveFrom(text, fileURLToPath(new URL('../openapi.yaml', import.meta.url))))(
  '%s is what is derived from the contract now',
  (name, now) => {
    const kept = readFileSync(new URL(name, import.meta.url), 'utf8');
    expect(kept, `${name} is stale: run \`npm run generate\` and commit what it writes.`).toBe(now);
  },
);

test('has the operations, paths, security and documented statuses of the contract', () => {
  const shapeOf = (document: Node) => ({
    operations: listAll(document).map(({ id, method, path, node: { responses, security, parameters } }) => ({
      id,
      method,
      path,
      security,
      headers: JSON.stringify(parameters ?? []).match(/"(?:name|\$ref)":"[^"]*"/g),
      statuses: Object.keys(responses as Node).filter((status) => status !== '4XX'),
    })),
    paths: Object.keys(document.paths as Node),
    servers: document.servers,
    security: document.security,
    version: (document.info as Node).version,
  });
  expect(shapeOf(derived)).toEqual(shapeOf(contract));
});

test('an undocumented refusal is a problem, an undocumented success or failure is nothing', () => {
  for (const { id, callback, node } of listAll(derived)) {
    if (callback !== undefined) continue;
    const added = Object.keys(node.responses).filter((status) => !/^\d+$/.test(status));
    expect(added, id).toEqual(['4XX']);
  }
});

describe('a request', () => {
  // The derived document has neither `format: uri` nor the `not` that limits the length of a tag. The test removes both from its
  // copy of the contract too. Bodies with null are skipped, because generated clients never send null.
  test.each(requests)('%s is accepted by both or refused by both, but for null, the length of a tag and URLs', (name) => {
    const held = structuredClone(contract);
    for (const { node } of walkDocument(held)) {
      delete node.not;
      if (node.format === 'uri') delete node.format;
    }
    const [before, after] = [validatorOf(held, name), validatorOf(derived, name)];
    const verdicts = new Set<boolean>();
    fc.assert(
      fc.property(sampleSchema(contract, schemas(contract)[name] as Node), (body) => {
        fc.pre(!Object.values(Object(body)).includes(null));
        verdicts.add(before(body));
        expect(after(body)).toBe(before(body));
      }),
      { numRuns: 400 },
    );
    expect(verdicts.size).toBe(2);
  });
});

describe('a response', () => {
  test.each(['PaymentInvoice', 'InvoiceEvent', 'Problem'])('of %s is read when the contract allows it', (name) => {
    const [before, after] = [validatorOf(contract, name), validatorOf(derived, name)];
    let allowed = 0;
    fc.assert(
      fc.property(sampleSchema(contract, schemas(contract)[name] as Node), (body) => {
        if (!before(body)) return;
        allowed += 1;
        expect(after(body)).toBe(true);
      }),
      { numRuns: 600 },
    );
    expect(allowed).toBeGreaterThan(10);
  });

  test('is read with values that a deployment without features may send', () => {
    const [example] = (schemas(contract).PaymentInvoice as { examples: Node[] }).examples;
    const core = { ...example, id: 'x'.repeat(300), note: 'Order 17', cashTag: 'any one', amount: 0.001, tip: 1 };
    expect(validatorOf(contract, 'PaymentInvoice')(core)).toBe(false);
    expect(validatorOf(derived, 'PaymentInvoice')(core)).toBe(true);
    expect(validatorOf(derived, 'PaymentInvoice')({ ...core, status: 'FROZEN' })).toBe(false);
    const { note: _note, ...short } = core;
    expect(validatorOf(derived, 'PaymentInvoice')(short)).toBe(false);
  });

  test('is read with a code that nobody knows yet, and with none', () => {
    const read = validatorOf(derived, 'Problem');
    expect(read({ code: 'brand_new', errors: [{ code: 'unlucky' }] })).toBe(true);
    expect(read({})).toBe(true);
    expect(read([])).toBe(false);
  });
});

describe('what generators stumble over', () => {
  const written = JSON.stringify(derived);

  test('no extension, no link, no open list that looks closed', () => {
    expect(written).not.toMatch(/"x-[a-z-]+":/);
    expect(written).not.toContain('"links"');
    expect(written).not.toContain('"anyOf"');
    expect(Object.keys(schemas(derived)).filter((name) => name.startsWith('Known'))).toEqual([
      'KnownProblemItemCode',
      'KnownProblemCode',
    ]);
  });

  test('every number is a double, which holds every amount', () => {
    const numbers = written.match(/"type":(?:"number"|\["number","null"\])[^{}]*/g) ?? [];
    expect(numbers.length).toBeGreaterThan(2);
    for (const number of numbers) expect(number).toContain('"format":"double"');
  });

  test('a schema that is sent and read is two: one is strict, the other loose', () => {
    const shared = structuredClone(contract);
    const { FetchPaymentRequest } = schemas(shared);
    const place = {
      type: 'object',
      additionalProperties: false,
      required: ['city'],
      properties: { city: { type: 'string', maxLength: 9 } },
    };
    Object.assign(schemas(shared), { Place: place });
    const used = { $ref: '#/components/schemas/Place' };
    for (const schema of [schemas(shared).PaymentInvoice, FetchPaymentRequest])
      Object.assign(schema?.properties, { status: used });
    shared.paths['/api/v1/payments/fetch'].post.parameters = [{ name: 'status', in: 'query', schema: used }];
    const both = deriveDocument(shared);
    const { SentPlace, Place, PaymentInvoice, ...others } = schemas(both);
    expect(SentPlace).toEqual(place);
    expect(Place).not.toEqual(place);
    const sent = { $ref: '#/components/schemas/SentPlace' };
    expect(others.FetchPaymentRequest?.properties.status).toEqual(sent);
    expect(both.paths['/api/v1/payments/fetch'].post.parameters[0].schema).toEqual(sent);
    expect(PaymentInvoice?.properties.status).toEqual(used);
  });
});

test('a tag is what D-05 says: a $ that may be missing, and 1 to 20 letters or digits with a letter among them', () => {
  const [before, after] = [validatorOf(contract, 'CreatePaymentRequest'), validatorOf(derived, 'CreatePaymentRequest')];
  const grammar = /^\$?(?=\d*[A-Za-z])[A-Za-z\d]{1,20}$/;
  const character = fc.constantFrom(...'$aZ07_ é😀\n');
  const near = fc.tuple(fc.constantFrom('', '$', '$$'), fc.constantFrom('a', '7', 'a7', 'Z'), fc.integer({ min: 0, max: 23 }));
  const tags = fc.oneof(
    fc.string({ unit: character, maxLength: 24 }),
    near.map(([start, unit, count]) => `${start}${unit.repeat(count)}`),
  );
  fc.assert(
    fc.property(tags, (cashTag) => {
      const expected = grammar.test(cashTag);
      const isTooLong = /^(?=\d*[A-Za-z])[A-Za-z\d]{21}$/.test(cashTag);
      expect([before({ cashTag, amount: 1 }), after({ cashTag, amount: 1 })]).toEqual([expected, expected || isTooLong]);
    }),
    { numRuns: 3000 },
  );
});

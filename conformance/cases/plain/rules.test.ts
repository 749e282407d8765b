import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, expect, test } from 'vitest';
import { checkPlain, planDocument } from '../../testing/plain/check-plain.ts';
import { type Asked, serveJson, type Told } from '../../testing/plain/serve-json.ts';

const folder = mkdtempSync(join(tmpdir(), 'plain-rules-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A body with keywords for rules. Some fields have a rule about their own parts; the last rules are about several fields. */
const schema = {
  type: 'object',
  required: ['a'],
  unevaluatedProperties: false,
  properties: {
    a: { type: 'string' },
    kind: { enum: ['person', 'company'] },
    vat: { type: 'string' },
    tuple: { type: 'array', prefixItems: [{ type: 'integer', minimum: 1 }, { enum: ['s', 'm'] }], items: false, minItems: 2 },
    tags: { type: 'array', contains: { const: 'main' }, minContains: 2, maxContains: 3, items: { type: 'string' } },
    ship: {
      ...{
        type: 'object',
        required: ['via'],
        properties: { via: { enum: ['air', 'sea'] }, port: { type: 'string', minLength: 3 } },
      },
      // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
      ...{ if: { properties: { via: { const: 'sea' } } }, then: { required: ['port'] }, else: { not: { required: ['port'] } } },
    },
    labels: { type: 'object', patternProperties: { '^x-': { type: 'string', maxLength: 10 } }, additionalProperties: false },
    nick: { type: 'string', not: { enum: ['admin', 'root'] } },
    card: {
      ...{ type: 'object', properties: { number: { type: 'string' }, address: { type: 'string' } } },
      dependentSchemas: { number: { required: ['address'], properties: { address: { minLength: 5 } } } },
    },
    choice: {
      oneOf: [
        { properties: { by: { const: 'x' }, x: { type: 'integer' } }, required: ['by'] },
        { properties: { by: { const: 'y' }, y: { type: 'integer' } }, required: ['by'] },
      ],
      unevaluatedProperties: false,
    },
  },
  if: { properties: { kind: { const: 'company' } }, required: ['kind'] },
  // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
  then: { required: ['vat'] },
  not: { required: ['ship', 'labels'] },
  dependentSchemas: { card: { required: ['tags'] } },
};

const planned = planDocument(write({ '/t': { post: operation({ required: true }) } }));

function operation(body: object) {
  const requestBody = { ...body, content: { 'application/json': { schema } } };
  return { operationId: 'makeT', requestBody, responses: { 201: { description: '' } } };
}

function write(paths: object): string {
  const path = join(folder, `${crypto.randomUUID()}.json`);
  writeFileSync(path, JSON.stringify({ openapi: '3.1.0', info: { title: 'Rules', version: '1' }, paths }));
  return path;
}

/** Serves POST, and checks bodies against the schema without one of its keywords. */
function serve(without?: string, refuses: (body: Record<string, unknown>) => unknown = () => false) {
  const known = structuredClone(schema);
  const keys = without?.split('/') ?? [];
  const holder = keys.slice(0, -1).reduce<unknown>((at, key) => Object(at)[key], known);
  delete Object(holder)[keys.at(-1) ?? ''];
  const isRight = new Ajv2020({ strict: false }).compile(known);
  return serveJson(({ method, text }: Asked): Told => {
    if (method !== 'POST') return { status: 405 };
    try {
      const body = JSON.parse(text);
      return { status: isRight(body) && !refuses(body) ? 201 : 400 };
    } catch {
      return { status: 400 };
    }
  });
}

async function findingsOf(served: Awaited<ReturnType<typeof serve>>, by = planned): Promise<string[]> {
  try {
    const results = await checkPlain(by, served, '');
    expect(results.filter(({ verdict }) => verdict === 'error')).toEqual([]);
    return results.filter(({ findings }) => findings.length > 0).map(({ id }) => id);
  } finally {
    await served.close();
  }
}

test('a server that keeps every rule has no finding', async () => {
  expect(await findingsOf(await serve())).toEqual([]);
});

const properties = 'properties';
test.each([
  ['unevaluatedProperties', 'unknown-member'],
  [`${properties}/tuple/items`, 'tuple/not-items'],
  [`${properties}/tuple/prefixItems/0/minimum`, 'tuple/0/not-minimum'],
  [`${properties}/tuple/prefixItems/1/enum`, 'tuple/1/not-enum'],
  [`${properties}/tags/contains`, 'tags/not-contains'],
  [`${properties}/tags/minContains`, 'tags/not-minContains'],
  [`${properties}/tags/maxContains`, 'tags/not-maxContains'],
  [`${properties}/ship/then`, 'ship/not-then'],
  [`${properties}/ship/else`, 'ship/not-else'],
  [`${properties}/labels/patternProperties/^x-/maxLength`, 'labels/x-key/not-maxLength'],
  [`${properties}/nick/not`, 'nick/not-not'],
  [`${properties}/card/dependentSchemas`, 'card/number/not-dependentSchemas'],
  [`${properties}/choice/unevaluatedProperties`, 'choice/not-unevaluatedProperties'],
  ['then', 'not-then'],
  ['not', 'not-not'],
  ['dependentSchemas', 'card/not-dependentSchemas'],
])('a server that forgets %s is found', async (without, id) => {
  expect(await findingsOf(await serve(without))).toContain(`make-t/body/${id}`);
});

test.each([
  ['values/labels/patternProperties', ({ labels }: Record<string, unknown>) => Object.keys(labels ?? {}).length > 0],
  ['values/ship/then', ({ ship }: Record<string, unknown>) => Object(ship).via === 'sea'],
  ['kept/then', ({ kind }: Record<string, unknown>) => kind === 'company'],
  ['kept/with-card/dependentSchemas', ({ card, tags }: Record<string, unknown>) => card && tags],
])('a server that refuses what keeps a rule is found by %s', async (id, refuses) => {
  expect(await findingsOf(await serve(undefined, refuses))).toContain(`make-t/${id}`);
});

test('an optional body may be left out, where the document says so, and never makes a server fail', async () => {
  const [stated, unstated] = [{ required: false }, {}].map((body) => planDocument(write({ '/t': { post: operation(body) } })));
  const refusing = async (by = stated) => findingsOf(await serve(), by);
  expect(await refusing()).toEqual(['make-t/without-body']);
  expect(await refusing(unstated)).toEqual([]);
});

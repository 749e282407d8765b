import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkPlain, planDocument } from '../../testing/plain/check-plain.ts';
import { type Asked, serveJson, type Told } from '../../testing/plain/serve-json.ts';

const folder = mkdtempSync(join(tmpdir(), 'plain-lawful-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const none: Told = { status: 404, body: {} };
const [found, missing] = [200, 404].map((status) => ({ [status]: { description: '' } }));
const id = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
const returning = (status: number, schema: object) => ({
  [status]: { description: '', content: { 'application/json': { schema } } },
});
const named = (...names: string[]) => names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'integer' } }));

/** Serves nested objects. Each one is found only at the path below its own parent. */
function serveBelow(): (asked: Asked) => Told {
  const parents = new Map<string, string>();
  return ({ method, path }) => {
    const parts = path.split('/').slice(1);
    const known = parts.every((part, at) => at % 2 === 0 || parents.get(part) === parts.slice(0, at).join('/'));
    if (!known) return none;
    if (parts.length % 2 === 0)
      return method === 'GET' || method === 'PUT' ? { status: 200, body: { id: Number(parts.at(-1)) } } : { status: 405 };
    if (method !== 'POST') return { status: 405 };
    const made = String(parents.size + 1);
    parents.set(made, parts.join('/'));
    return { status: 201, body: { id: Number(made) } };
  };
}

/** Returns the same body for every GET, and 405 for other methods. */
const onlyGet =
  (body: unknown) =>
  ({ method }: Asked): Told =>
    method === 'GET' ? { status: 200, body } : { status: 405 };

/** Returns 400 for a body that is not JSON, and 422 for a field of the wrong type. */
function takeNotes({ method, text }: Asked): Told {
  if (method !== 'POST') return { status: 405 };
  try {
    const { part, a = 1 } = Object(JSON.parse(text));
    const isWrong = !Number.isInteger(a) || typeof (Object(part).a ?? '') !== 'string';
    return isWrong ? { status: 422 } : { status: 201, body: {} };
  } catch {
    return { status: 400 };
  }
}

const takePair = ({ method, query }: Asked): Told => ({
  status: method !== 'GET' ? 405 : (query.get('at') ?? 'a,a').split(',').length === 2 ? 200 : 400,
});

function takePayments({ method, text, query }: Asked): Told {
  if (method !== 'POST') return { status: 405 };
  try {
    const { sum, kind = 'a' } = JSON.parse(text);
    const isRight = Number.isInteger(sum) && sum >= 1 && kind === 'a' && ['true', 'false', null].includes(query.get('dry'));
    return isRight ? { status: 201, body: {} } : { status: 400 };
  } catch {
    return { status: 400 };
  }
}

/** Accepts a list of two-letter codes in a header. An empty header counts as absent. */
const takeRegions = ({ method, headers }: Asked): Told => {
  const text = String(headers['x-at'] ?? '').trim();
  const isRight = text === '' || text.split(',').every((one) => /^[A-Z]{2}$/.test(one.trim()));
  return { status: method !== 'GET' ? 405 : isRight ? 200 : 400 };
};

/** Accepts the prices that a server with 28-digit decimals and a column with ten digits before the point would accept. */
const isPrice = (value: unknown): boolean =>
  typeof value === 'number' && value >= 0 && value < 1e10 && (value < 1e-28 || /^\d+(\.\d\d?)?$/.test(String(value)));

/** Accepts a price, labels with lower-case names, and a website that may be absent but not null. */
function takeGoods({ method, text }: Asked): Told {
  if (method !== 'POST') return { status: 405 };
  try {
    const sent = JSON.parse(text);
    const { price = 0, labels = {}, website = '', ...others } = sent;
    const areNames = Object.keys(labels).every((name) => /^[a-z]+$/.test(name));
    const areRight = areNames && Object.values(labels).every((label) => typeof label === 'string' && label.length <= 5);
    const areObjects = [sent, labels].every((one) => String(one) === '[object Object]');
    const isRight = isPrice(price) && areRight && areObjects && typeof website === 'string' && Object.keys(others).length === 0;
    return isRight ? { status: 201, body: {} } : { status: 400 };
  } catch {
    return { status: 400 };
  }
}

const takeGoodsAs = (website: object) => ({
  '/goods': {
    post: {
      requestBody: {
        content: {
          'application/json': {
            schema: {
              ...{ type: 'object', additionalProperties: false },
              properties: {
                ...{ price: { type: 'number', minimum: 0, multipleOf: 0.01 }, website },
                labels: {
                  ...{ type: 'object', propertyNames: { pattern: '^[a-z]+$' } },
                  additionalProperties: { type: 'string', maxLength: 5 },
                },
              },
            },
          },
        },
      },
      responses: { ...returning(201, {}), 400: { description: '' } },
    },
  },
});

/** Accepts a path of one to three digits, each preceded by a dot. */
const takeDots = ({ method, path }: Asked): Told => ({
  status: method !== 'GET' ? 405 : /^(\.\d){1,3}$/.test(path.slice('/area/'.length)) ? 200 : 400,
});

const placesOf = (path: string) =>
  [...new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].map((name) => ({
    ...{ name, in: 'path', required: true, schema: { type: 'string' } },
  }));

/** A list with more entries than the suite reads from one response. */
const many = Array.from({ length: 40_000 }, (_, at) => ({ id: at }));

const below = ['/owners', '/owners/{ownerId}/pets', '/owners/{ownerId}/pets/{petId}/visits'];
const places = ['ownerId', 'petId', 'visitId'];

/** Documents, each with a correct server for which an earlier version of the suite had a false finding or could not run cases. */
const documents: Record<string, { openapi?: string; paths: object; serve: () => (asked: Asked) => Told; most?: number }> = {
  'things that lie below others': {
    paths: Object.fromEntries(
      below.flatMap((path, depth) => [
        [path, { parameters: named(...places.slice(0, depth)), post: { responses: { ...returning(201, id), ...missing } } }],
        [
          `${path}/{${places[depth]}}`,
          {
            parameters: named(...places.slice(0, depth + 1)),
            get: { responses: { ...returning(200, id), ...missing } },
            put: { responses: { ...found, ...missing } },
          },
        ],
      ]),
    ),
    serve: serveBelow,
    most: 120,
  },
  'a list that is longer than is read': {
    paths: { '/list': { get: { responses: returning(200, { type: 'array', items: id }) } } },
    serve: () => onlyGet(many),
  },
  'bodies that may be of any type, and malformed ones that its framework refuses': {
    paths: {
      '/notes': {
        post: {
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: { properties: { part: { properties: { a: { type: 'string' } } }, a: { type: 'integer' } } },
              },
            },
          },
          responses: { ...returning(201, {}), 422: { description: '' } },
        },
      },
    },
    serve: () => takeNotes,
  },
  'an operation that is called createPayment, as one of ours': {
    paths: {
      '/payments': {
        post: {
          operationId: 'createPayment',
          parameters: [{ name: 'dry', in: 'query', schema: { type: 'boolean' } }],
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['sum'],
                  properties: { sum: { type: 'integer', minimum: 1 }, kind: { enum: ['a'] } },
                },
              },
            },
          },
          responses: { ...returning(201, {}), 400: { description: '' } },
        },
      },
    },
    serve: () => takePayments,
  },
  'a list in a header, whose spaces are not part of it': {
    paths: {
      '/area': {
        get: {
          parameters: [
            { name: 'X-At', in: 'header', schema: { type: 'array', items: { type: 'string', pattern: '^[A-Z]{2}$' } } },
          ],
          responses: { ...found, 400: { description: '' } },
        },
      },
    },
    serve: () => takeRegions,
  },
  'a parameter that is a list of exactly two': {
    paths: {
      '/area': {
        get: {
          parameters: [
            {
              name: 'at',
              in: 'query',
              explode: false,
              schema: { type: 'array', minItems: 2, maxItems: 2, items: { type: 'string' } },
            },
          ],
          responses: { ...found, 400: { description: '' } },
        },
      },
    },
    serve: () => takePair,
  },
  'prices that it holds as decimals, and a text without a type beside nullable': {
    openapi: '3.0.3',
    paths: takeGoodsAs({ nullable: true, allOf: [{ type: 'string' }] }),
    serve: () => takeGoods,
  },
  'a text that is nullable in the words of an older version': {
    paths: takeGoodsAs({ type: 'string', nullable: true }),
    serve: () => takeGoods,
  },
  'a list in a path, whose entries are separated by dots': {
    paths: {
      '/area/{at}': {
        get: {
          parameters: [
            {
              ...{ name: 'at', in: 'path', required: true, style: 'label', explode: true },
              schema: { type: 'array', minItems: 1, maxItems: 3, items: { type: 'integer', minimum: 0, maximum: 9 } },
            },
          ],
          responses: { ...found, 400: { description: '' } },
        },
      },
    },
    serve: () => takeDots,
  },
  'a path that has dots, brackets and two places in a part': {
    paths: Object.fromEntries(
      ['/a.json', '/b(c', '/d[e', '/{one}{other}/f', `/${'{p}-'.repeat(30)}`].map((path) => [
        path,
        { parameters: placesOf(path), get: { responses: returning(200, id) } },
      ]),
    ),
    serve: () => onlyGet({ id: 1 }),
  },
};

test.each(Object.entries(documents))(
  'a right server of %s has no finding',
  async (name, { openapi = '3.1.0', paths, serve, most }) => {
    const file = join(folder, `${name.replaceAll(' ', '-')}.json`);
    writeFileSync(file, JSON.stringify({ openapi, info: { title: name, version: '1' }, paths }));
    let requests = 0;
    const handle = serve();
    const served = await serveJson((asked) => {
      requests += 1;
      return handle(asked);
    });
    try {
      const results = await checkPlain(planDocument(file), served, '');
      expect(
        results
          .filter(({ verdict }) => verdict !== 'pass')
          .map(({ id, findings, reason }) => [id, reason, findings[0]?.received]),
      ).toEqual([]);
      if (most !== undefined) expect(requests).toBeLessThan(most);
    } finally {
      await served.close();
    }
  },
);

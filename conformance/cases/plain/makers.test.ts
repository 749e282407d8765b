import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { describeNext } from '../../src/command/plan/print-debts.ts';
import { checkPlain, planDocument } from '../../testing/plain/check-plain.ts';
import { type Asked, serveJson, type Told } from '../../testing/plain/serve-json.ts';

const folder = mkdtempSync(join(tmpdir(), 'plain-makers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const none: Told = { status: 404, body: {} };
const wrong: Told = { status: 400, body: {} };
const refusals = Object.fromEntries([400, 404].map((status) => [status, { description: '' }]));
const shown = (status: number, $ref: string, headers = {}) => ({
  responses: {
    ...refusals,
    [status]: { description: '', headers, content: { 'application/json': { schema: { $ref: `#/components/schemas/${$ref}` } } } },
  },
});
const named = (...names: string[]) => names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
const sent = (schema: object, type = 'application/json', encoding = {}) => ({
  requestBody: { required: true, content: { [type]: { schema, encoding } } },
});
const text = { type: 'string' };
const object = (properties: Record<string, object>) => ({ type: 'object', required: Object.keys(properties), properties });
const location = { Location: { schema: text } };
const parse = (asked: Asked): Record<string, unknown> | undefined => {
  try {
    const body = JSON.parse(asked.text);
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : undefined;
  } catch {
    return undefined;
  }
};

/** A project has a name that no other project may have, and is found below its owner, at the path in `Location`. */
const projects = {
  '/user/projects': {
    post: {
      operationId: 'addProject',
      ...sent({ ...object({ name: { ...text, minLength: 1 } }) }),
      ...shown(201, 'Project', location),
    },
  },
  '/projects/{owner}/{project}': {
    get: { operationId: 'readProject', parameters: named('owner', 'project'), ...shown(200, 'Project') },
  },
  '/stars/{owner}/{project}': {
    put: { operationId: 'star', parameters: named('owner', 'project'), responses: { ...refusals, 204: { description: '' } } },
  },
};

function serveProjects(keeps = true, checks = true): (asked: Asked) => Told {
  const all = new Set<string>();
  return (asked) => {
    const [, room, owner, project] = asked.path.split('/').map(decodeURIComponent);
    if (asked.method === 'POST' && asked.path === '/user/projects') {
      const { name } = parse(asked) ?? {};
      if (typeof name !== 'string' || name === '' || all.has(name)) return wrong;
      if (keeps) all.add(name);
      return {
        status: 201,
        body: { id: name },
        headers: { Location: `https://api.example/projects/ann/${encodeURIComponent(name)}` },
      };
    }
    const isThere = owner === 'ann' && all.has(project ?? '');
    if (asked.method === 'GET' && room === 'projects') return isThere ? { status: 200, body: { id: project } } : none;
    if (asked.method === 'PUT' && room === 'stars') return isThere || !checks ? { status: 204 } : none;
    return { status: 405 };
  };
}

/**
 * Products and orders. The list of products in an order is sent as a form with brackets in its field names. A GET declares a
 * form without fields, as some generators do.
 */
const orders = {
  '/products': {
    post: { operationId: 'addProduct', ...sent(object({ title: { ...text, pattern: '^[a-d]$' } })), ...shown(200, 'Project') },
  },
  '/products/{product}': {
    get: {
      ...{ operationId: 'readProduct', parameters: named('product'), ...shown(200, 'Project') },
      requestBody: { content: { 'application/x-www-form-urlencoded': { schema: { type: 'object', properties: {} } } } },
    },
    post: {
      ...{ operationId: 'changeProduct', parameters: named('product'), ...shown(200, 'Project') },
      ...sent({ type: 'object', properties: { title: { ...text, pattern: '^[a-d]$' } } }),
    },
  },
  '/orders': {
    post: {
      operationId: 'order',
      ...sent(
        object({
          lines: {
            type: 'array',
            minItems: 1,
            items: { ...object({ product: text }), properties: { product: text, count: { type: 'integer', minimum: 1 } } },
          },
        }),
        'application/x-www-form-urlencoded',
        { lines: { style: 'deepObject', explode: true } },
      ),
      parameters: [{ name: 'Idempotency-Key', in: 'header', schema: text }],
      ...shown(200, 'Project'),
    },
  },
  '/orders/{order}': { get: { operationId: 'readOrder', parameters: named('order'), ...shown(200, 'Project') } },
};

function serveOrders({
  keepsChange = true,
  checksCount = true,
  checksProduct = true,
  repeats = true,
} = {}): (asked: Asked) => Told {
  const products = new Map<string, unknown>();
  const made = new Map<string, string>();
  let count = 0;
  return (asked) => {
    const [, room, id] = asked.path.split('/');
    if (asked.method === 'GET' && asked.text !== '') return { status: 415, body: {} };
    if (asked.method === 'GET' && id !== undefined) {
      const isThere = room === 'products' ? products.has(id) : [...made.values()].includes(id);
      return isThere ? { status: 200, body: { id, ...(room === 'products' && { title: products.get(id) }) } } : none;
    }
    if (asked.method !== 'POST') return { status: 405 };
    if (room === 'products') {
      const { title } = parse(asked) ?? {};
      const isGiven = id === undefined ? title !== undefined : parse(asked) !== undefined;
      if (id !== undefined && !products.has(id)) return none;
      if (!isGiven || (title !== undefined && (typeof title !== 'string' || !/^[a-d]$/.test(title)))) return wrong;
      const own = id ?? `p${++count}`;
      if (id === undefined || keepsChange) products.set(own, title ?? products.get(own));
      return { status: 200, body: { id: own, title: title ?? products.get(own) } };
    }
    const lines = [...new URLSearchParams(asked.text)].map(([key, value]) => [/^lines\[\d+\]\[(\w+)\]$/.exec(key)?.[1], value]);
    const isRight = ([key, value]: (string | undefined)[]): boolean =>
      key === 'product'
        ? !checksProduct || products.has(value ?? '')
        : key === 'count' && (!checksCount || /^[1-9]\d*$/.test(value ?? ''));
    const hasAll = !checksProduct || lines.some(([key]) => key === 'product');
    if (lines.length === 0 || !hasAll || !lines.every(isRight)) return wrong;
    const key = String(asked.headers['idempotency-key'] ?? crypto.randomUUID());
    const own = (repeats ? made.get(key) : undefined) ?? `o${++count}`;
    made.set(repeats ? key : own, own);
    return { status: 200, body: { id: own } };
  };
}

const schemas = { Project: { type: 'object', required: ['id'], properties: { id: text, title: text } } };

interface Made {
  paths: object;
  right(): (asked: Asked) => Told;
  /** Servers with one defect each, and the id of the case that finds it. */
  wrong: [id: string, serve: () => (asked: Asked) => Told][];
}

describe.each<Made>([
  {
    paths: projects,
    right: () => serveProjects(),
    wrong: [
      ['read-project/read-again/made', () => serveProjects(false)],
      ['star/unknown', () => serveProjects(true, false)],
    ],
  },
  {
    paths: orders,
    right: () => serveOrders(),
    wrong: [
      ['read-product/read-again/post', () => serveOrders({ keepsChange: false })],
      ['order/body/lines/0/count/not-minimum', () => serveOrders({ checksCount: false })],
      ['order/body/lines/0/product/not-required', () => serveOrders({ checksProduct: false })],
      ['order/idempotency', () => serveOrders({ repeats: false })],
    ],
  },
])('what other calls make: $paths', ({ paths, right, wrong }) => {
  const file = join(folder, `${crypto.randomUUID()}.json`);
  writeFileSync(
    file,
    JSON.stringify({ openapi: '3.0.3', info: { title: 'Makers', version: '1' }, paths, components: { schemas } }),
  );
  const planned = planDocument(file);
  const check = async (handle: (asked: Asked) => Told) => {
    const served = await serveJson(handle);
    try {
      return await checkPlain(planned, served, '');
    } finally {
      await served.close();
    }
  };

  test('a right server has no finding, and every case tells something', async () => {
    const results = await check(right());
    expect(
      results.filter(({ verdict }) => verdict !== 'pass').map(({ id, verdict, reason }) => ({ id, verdict, reason })),
    ).toEqual([]);
  });

  test.each(wrong)('%s finds a wrong one', async (id, make) => {
    expect((await check(make())).filter(({ findings }) => findings.length > 0).map((one) => one.id)).toContain(id);
  });
});

test('no echo is proposed of a field that the response shows in another form', () => {
  const alike = { note: text, title: text, kind: text };
  const lines = { type: 'array', items: object({ product: text }) };
  const page = object({ data: lines });
  const made = object({ ...alike, lines: page, state: { enum: ['open', 'paid'] } });
  const schema = object({ ...alike, lines, state: { enum: ['', 'open'] } });
  const paths = { '/a': { post: { operationId: 'add', ...sent(schema), ...shown(201, 'Made') } } };
  const file = join(folder, 'echoes.json');
  const components = { schemas: { Made: made } };
  writeFileSync(file, JSON.stringify({ openapi: '3.0.3', info: { title: 'Echoes', version: '1' }, paths, components }));
  const facts = describeNext(planDocument(file).contract).map(({ fact }) => fact);
  expect(facts).toEqual(['State x-echoes: {operation: add, property: …} under note, title, kind']);
});

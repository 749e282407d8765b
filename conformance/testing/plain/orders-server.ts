import type { Asked, Told } from './serve-json.ts';

type Fields = Record<string, unknown>;
const text = { type: 'string', minLength: 1 };
const time = { type: 'string', format: 'date-time' };
const states = ['draft', 'sent', 'delivered', 'cancelled'];
const lines = {
  type: 'array',
  minItems: 1,
  items: { type: 'object', required: ['grams'], properties: { grams: { type: 'integer', minimum: 1 } } },
};
const order = { $ref: '#/components/schemas/Order' };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const gives = (status: number, schema?: object, headers?: object) => ({
  responses: Object.fromEntries(
    [status, 400, 404, 409].map((one) => [
      one,
      { description: '', ...(one === status && schema && { ...json(schema), headers }) },
    ]),
  ),
});
const takes = (properties: object, required: string[] = []) => ({
  requestBody: { required: true, ...json({ type: 'object', required, properties }) },
});
const named = (name: string) => ({ parameters: [{ name, in: 'path', required: true, schema: text }] });
const tagged = { ETag: { schema: text } };

/** Makes a document about orders that are sent and scanned. If `isStated`, extensions also state what its descriptions say. */
export const documentWith = (isStated: boolean) => {
  const stated = (facts: object) => (isStated ? facts : {});
  const after = (...facts: object[]) => stated({ 'x-refused-after': facts.map((one) => ({ ...one, status: 409 })) });
  return {
    openapi: '3.1.0',
    info: { title: 'Orders', version: '1' },
    paths: {
      '/orders': {
        get: {
          operationId: 'listOrders',
          description: 'All orders, the newest first.',
          ...stated({ 'x-pages': { items: 'orders', sorts: [{ with: {}, by: 'createdAt', descending: true }] } }),
          ...gives(200, { type: 'object', properties: { orders: { type: 'array', items: order } } }),
        },
        post: {
          operationId: 'addOrder',
          description: 'The code is unique; an order with a code that is taken is refused with 409.',
          ...takes({ code: text, lines, note: { type: 'string' } }, ['code', 'lines']),
          ...after({ operation: 'addOrder', same: ['code'] }),
          ...gives(201, order),
        },
      },
      '/orders/{orderId}': {
        ...named('orderId'),
        get: { operationId: 'readOrder', ...gives(200, order, tagged) },
        patch: {
          operationId: 'changeOrder',
          description: 'Only a draft can be changed.',
          ...takes({ note: { type: ['string', 'null'] } }),
          ...after({ operation: 'sendOrder' }),
          ...gives(200, order),
        },
      },
      '/orders/{orderId}/send': {
        ...named('orderId'),
        post: {
          operationId: 'sendOrder',
          description: 'Moves a draft to `sent`, and sets trackingCode. An order in another status is refused with 409.',
          ...gives(200, order),
        },
      },
      '/orders/{orderId}/cancel': {
        ...named('orderId'),
        post: {
          operationId: 'cancelOrder',
          description: 'A delivered order cannot be cancelled (409).',
          ...after({ operation: 'scanOrder', with: { kind: 'delivered' } }),
          ...gives(200, order),
        },
      },
      '/orders/{orderId}/scans': {
        ...named('orderId'),
        post: {
          operationId: 'scanOrder',
          description: 'Only a sent order can be scanned. A scan of the kind `delivered` moves the order to `delivered`.',
          ...takes({ kind: { type: 'string', enum: ['arrived', 'delivered'] } }, ['kind']),
          ...stated({ 'x-causes': [{ with: { kind: 'delivered' }, read: 'readOrder', shows: { status: 'delivered' } }] }),
          ...gives(201, { type: 'object', properties: { kind: text } }),
        },
      },
      '/tracking/{trackingCode}': {
        ...named('trackingCode'),
        get: { operationId: 'track', ...gives(200, { properties: { status: text } }) },
      },
      '/marks': {
        post: {
          operationId: 'mark',
          ...takes({ codes: { type: 'array', minItems: 1, items: text } }, ['codes']),
          ...stated({
            'x-causes': [
              { with: { codes: ['none', 'm2'] }, shows: { 'results/0/ok': false, 'results/1/code': 'm2', 'results/2': null } },
            ],
          }),
          ...gives(200, {
            type: 'object',
            properties: {
              results: { type: 'array', items: { type: 'object', properties: { code: text, ok: { type: 'boolean' } } } },
            },
          }),
        },
      },
      '/shelves/{shelf}': {
        ...named('shelf'),
        get: { operationId: 'readShelf', ...gives(200, { type: 'object', properties: { label: text } }) },
        put: {
          operationId: 'putShelf',
          ...takes({ label: text }, ['label']),
          responses: {
            200: { description: '', ...json({ properties: { label: text } }) },
            201: { description: '' },
            400: { description: '' },
          },
        },
      },
    },
    components: {
      schemas: {
        Order: {
          type: 'object',
          required: ['id', 'status', 'lines', 'lineCount', 'totalGrams', 'title', 'dueAt'],
          properties: {
            ...{ id: text, code: text, lines, note: text, createdAt: time, updatedAt: time, trackingCode: text },
            lineCount: {
              type: 'integer',
              description: 'The number of lines.',
              ...stated({ 'x-computed': { as: 'count', of: ['lines'] } }),
            },
            totalGrams: {
              ...{ type: 'integer', description: 'The sum of the grams of all lines.' },
              ...stated({ 'x-computed': { as: 'sum', of: ['lines/grams'] } }),
            },
            title: {
              ...{ type: 'string', description: 'The code and the id, with a space between them.' },
              ...stated({ 'x-computed': { as: 'text', of: ['code', 'id'], between: ' ' } }),
            },
            patienceHours: { type: 'integer' },
            dueAt: {
              ...{ ...time, description: 'createdAt plus patienceHours.' },
              ...stated({ 'x-computed': { as: 'time', of: ['createdAt', 'patienceHours'], seconds: 3600 } }),
            },
            status: { $ref: '#/components/schemas/Status' },
          },
        },
        Status: { type: 'string', enum: states },
      },
    },
  };
};

function parse(sent: string): Fields | undefined {
  try {
    const body = JSON.parse(sent);
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

/** Answers as the document says, apart from one defect. */
export function handler(defect: string | undefined): (asked: Asked) => Told {
  const orders: Fields[] = [];
  const shelves = new Map<string, unknown>();
  let clock = Date.parse('2026-11-01T10:00:00Z');
  const has = (one: string) => defect === one;
  const isText = (value: unknown) => typeof value === 'string' && value !== '';
  const says = (status: number, body: unknown = {}, headers = {}): Told => ({ status, body, headers });
  const computed = (one: Fields): Fields => {
    const all = one.lines as { grams: number }[];
    const created = Date.parse(String(one.createdAt));
    return {
      ...one,
      lineCount: all.length + (has('wrong count') ? 1 : 0),
      totalGrams: has('wrong sum') ? 0 : all.reduce((sum, { grams }) => sum + grams, 0),
      title: has('wrong text') ? one.id : `${one.code} ${one.id}`,
      ...{ patienceHours: 2, dueAt: new Date(created + (has('wrong time') ? 7200 : 7_200_000)).toISOString() },
    };
  };
  const shelf = (name: string, method: string, body: Fields | undefined): Told => {
    if (method === 'GET') return shelves.has(name) ? says(200, { label: shelves.get(name) }) : says(404);
    if (method !== 'PUT') return says(405);
    if (!body || !isText(body.label)) return says(400);
    const isNew = has('always made') || (!shelves.has(name) && !has('never made'));
    shelves.set(name, body.label);
    return isNew ? { status: 201 } : says(200, { label: body.label });
  };
  return ({ method, path, text: sent }) => {
    const [, top = '', id = '', action] = path.split('/');
    const body = parse(sent);
    if (top === 'shelves') return shelf(id, method, body);
    if (top === 'marks') {
      const { codes } = body ?? {};
      if (method !== 'POST') return says(405);
      if (!Array.isArray(codes) || codes.length === 0 || !codes.every(isText)) return says(400);
      const results = codes.map((code) => ({ code, ok: code !== 'none' }));
      return says(200, { results: has('other order') ? results.reverse() : results });
    }
    if (top === 'tracking') {
      const found = orders.find(({ trackingCode }) => trackingCode === id);
      return method === 'GET' ? says(found ? 200 : 404, found && { status: found.status }) : says(405);
    }
    if (id === '' && method === 'GET') return says(200, { orders: has('oldest first') ? orders : [...orders].reverse() });
    if (id === '') {
      const { code, lines: all, note } = body ?? {};
      const areLines = Array.isArray(all) && all.length > 0 && all.every((one) => Number.isInteger(one?.grams) && one.grams > 0);
      if (method !== 'POST') return says(405);
      if (!isText(code) || !areLines || (note !== undefined && typeof note !== 'string')) return says(400);
      if (!has('code is taken twice') && orders.some((one) => one.code === code)) return says(409);
      clock += 1000;
      const own = { note: note ?? 'none', id: `o${orders.length}`, createdAt: new Date(clock).toISOString(), version: 1 };
      orders.push(computed({ ...body, ...own, status: 'draft' }));
      return says(201, orders.at(-1), { Location: has('place of the list') ? '/orders' : `/orders/${own.id}` });
    }
    const at = orders.findIndex((one) => one.id === id);
    const now = orders[at];
    if (!now) return says(404);
    const store = (changes: Fields): Told => {
      orders[at] = { ...now, ...changes, version: Number(now.version) + (has('one tag') ? 0 : 1) };
      if (orders[at].note === null) delete orders[at].note;
      return says(200, orders[at]);
    };
    if (action === undefined && method === 'GET') return says(200, now, { ETag: `"${now.version}"` });
    if (action === undefined && method === 'PATCH') {
      if (!body || (body.note !== undefined && body.note !== null && typeof body.note !== 'string')) return says(400);
      if (now.status !== 'draft' && !has('sent is changed')) return says(409);
      return store(body.note === undefined || (has('null is ignored') && body.note === null) ? {} : { note: body.note });
    }
    if (action === undefined || method !== 'POST') return says(405);
    if (action === 'send') return now.status === 'draft' ? store({ status: 'sent', trackingCode: `t${at}` }) : says(409);
    if (action === 'cancel')
      return now.status === 'delivered' && !has('delivered is cancelled') ? says(409) : store({ status: 'cancelled' });
    if (!body || !['arrived', 'delivered'].includes(String(body.kind))) return says(400);
    if (now.status !== 'sent') return says(409);
    if (body.kind === 'delivered' && !has('delivered is not kept')) store({ status: 'delivered' });
    return says(201, { kind: body.kind });
  };
}

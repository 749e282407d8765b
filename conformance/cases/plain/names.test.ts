import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { CaseResult } from '../../src/outcome/verdict.ts';
import { checkPlain, planDocument } from '../../testing/plain/check-plain.ts';
import { type Asked, serveJson, type Told } from '../../testing/plain/serve-json.ts';

const folder = mkdtempSync(join(tmpdir(), 'plain-names-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const inObject = (properties: object, required: string[]) => ({ type: 'object', required, properties });
const returning = (status: number, schema: object) => ({ [status]: { description: '', ...json(schema) } });
const refusals = { 400: { description: '' }, 404: { description: '' }, 409: { description: '' } };
const named = (name: string, schema: object = { type: 'string' }) => ({ name, in: 'path', required: true, schema });
const asked = (name: string, schema: object, required = false) => ({ name, in: 'query', required, schema });

const title = { type: 'string', minLength: 1, maxLength: 9 };
const shelf = inObject(
  { name: { type: 'string', readOnly: true }, title, pin: { type: 'string', pattern: '^\\d{4}$', writeOnly: true } },
  ['title'],
);
const shown = inObject({ ...shelf.properties, version: { type: 'integer' } }, ['name', 'title', 'version']);
const seats = { type: 'integer', minimum: 1, maximum: 9 };
const room = inObject({ seats }, ['seats']);
const account = { user: { ...title, example: 'ada' }, word: { type: 'string', maxLength: 20, example: 'secret' } };
const form = 'application/x-www-form-urlencoded';
const location = (pattern: string) => ({ Location: { required: true, schema: { type: 'string', pattern } } });

const document = {
  ...{ openapi: '3.0.3', info: { title: 'Names', version: '1' } },
  paths: {
    '/v1/shelves': {
      get: {
        parameters: [asked('pageToken', { type: 'string' }), asked('mask', { type: 'string', format: 'field-mask' })],
        responses: { ...returning(200, inObject({ shelves: { type: 'array', items: shown } }, ['shelves'])), ...refusals },
      },
      post: { requestBody: { required: true, ...json(shelf) }, responses: { ...returning(200, shown), ...refusals } },
    },
    '/v1/shelves/{shelf}': {
      parameters: [named('shelf')],
      get: { responses: { ...returning(200, shown), ...refusals } },
      patch: {
        requestBody: {
          required: true,
          ...json(inObject({ version: { type: 'integer', minimum: 1 }, title }, ['version'])),
        },
        responses: { ...returning(200, shown), ...refusals },
      },
    },
    '/v1/shelves/{shelf}:batch': {
      parameters: [named('shelf'), asked('books', { type: 'array', items: { type: 'string' } }, true)],
      get: { responses: { ...returning(200, {}), ...refusals } },
    },
    '/rooms/{code}/': {
      parameters: [named('code', { type: 'string', pattern: '^[A-Z]{2}-\\d{3}$' })],
      get: { responses: { ...returning(200, room), ...refusals } },
      put: {
        requestBody: { required: true, ...json(room) },
        responses: { ...returning(201, room), 204: { description: '' }, ...refusals },
      },
      delete: { responses: { 204: { description: '' }, ...refusals } },
    },
    '/orders': {
      post: {
        requestBody: { required: true, content: { [form]: { schema: room } } },
        responses: { 303: { description: '', headers: location('^/orders/\\d+$') }, ...refusals },
      },
    },
    '/orders/{number}': {
      parameters: [named('number', { type: 'integer' })],
      get: { responses: { ...returning(200, room), ...refusals } },
    },
    '/imports': {
      post: {
        requestBody: {
          required: true,
          ...json({
            ...inObject({ place: title, seats: { type: 'array', minItems: 1, maxItems: 3, items: seats } }, []),
            oneOf: [{ required: ['place'] }, { required: ['seats'] }],
          }),
        },
        responses: { ...returning(202, {}), ...refusals },
      },
    },
    '/login': {
      post: {
        requestBody: { required: true, content: { [form]: { schema: inObject(account, ['user', 'word']) } } },
        responses: { 302: { description: '', headers: location('^/$') }, ...refusals },
      },
    },
  },
};

interface Shelf {
  name: string;
  title: string;
  version: number;
}

const isTitle = (value: unknown): boolean => typeof value === 'string' && value !== '' && value.length <= 9;
const isRoom = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 9;

/** Patterns with which a server wrongly checks a pin of four digits. */
const pins: Record<string, RegExp> = { 'long-pin': /^\d{4,}$/, 'short-pin': /^\d{1,4}$/, 'pin-at-end': /\d{4}$/ };

function takeShelf({ method, query, text }: Asked, key: string | undefined, shelves: Map<string, Shelf>, defect: string): Told {
  const known = shelves.get(key ?? '');
  if (key === undefined && method === 'GET') {
    const isUnknown = query.get('pageToken') || query.get('mask');
    return isUnknown ? { status: 400 } : { status: 200, body: { shelves: [...shelves.values()].slice(0, 1) } };
  }
  if (key !== undefined && !known) return { status: 404 };
  if (method === 'GET') return { status: 200, body: defect === 'another-title' ? { ...known, title: '!' } : known };
  if (method !== (known ? 'PATCH' : 'POST')) return { status: 405 };
  const { version, title = known?.title, pin = '1234' } = JSON.parse(text);
  if (
    !isTitle(title) ||
    typeof pin !== 'string' ||
    !(pins[defect] ?? /^\d{4}$/).test(pin) ||
    (known && !Number.isInteger(version)) ||
    version < 1
  )
    return { status: 400 };
  if (known && version !== known.version) return { status: 409 };
  const made = key ?? `s${shelves.size + 1}`;
  const shelf = { name: `shelves/${made}`, title, version: (known?.version ?? 0) + 1, ...(defect === 'pin-shown' && { pin }) };
  if (!known || defect !== 'change-forgotten') shelves.set(made, shelf);
  return { status: 200, body: shelf };
}

function takeRoom({ method, text }: Asked, code: string, rooms: Map<string, object>, defect: string): Told {
  if (!/^[A-Z]{2}-\d{3}$/.test(code)) return { status: 400 };
  const known = rooms.get(code);
  if (method === 'PUT') {
    const { seats } = JSON.parse(text);
    if (!isRoom(seats)) return { status: 400 };
    if (!known || defect !== 'room-kept') rooms.set(code, { seats });
    return known ? { status: defect === 'put-200' ? 200 : 204 } : { status: 201, body: { seats } };
  }
  if (method !== 'GET' && method !== 'DELETE') return { status: 405 };
  if (!known) return defect === 'any-room' ? { status: 200, body: { seats: 1 } } : { status: 404 };
  if (method === 'GET') return { status: 200, body: known };
  if (defect !== 'deleted-stays') rooms.delete(code);
  return { status: 204 };
}

function takeForm({ method, text }: Asked, place: string, id: string | undefined, orders: object[], defect: string): Told {
  const known = orders[Number(id) - 1];
  if (id !== undefined) return method !== 'GET' ? { status: 405 } : known ? { status: 200, body: known } : { status: 404 };
  if (method !== 'POST') return { status: 405 };
  const sent = new URLSearchParams(text);
  const isKnown = sent.get('user') === 'ada' && sent.get('word') === 'secret';
  if (place === 'login') return isKnown ? { status: 302, headers: { Location: '/' } } : { status: 400 };
  const seats = Number(sent.get('seats') || Number.NaN);
  const isZero = defect === 'zero-taken' && seats === 0;
  if (!(isRoom(seats) || isZero) || (defect === 'nine-refused' && seats === 9)) return { status: 400 };
  if (defect !== 'order-forgotten') orders.push({ seats });
  return { status: 303, headers: { Location: `/orders/${orders.length || 99}` } };
}

function takeImport({ method, text }: Asked, defect: string): Told {
  if (method !== 'POST') return { status: 405 };
  const { place, seats } = JSON.parse(text);
  const areBoth = place !== undefined && seats !== undefined && defect !== 'both-taken';
  const isPlaced = place === undefined ? Array.isArray(seats) : isTitle(place);
  const most = defect === 'four-seats' ? 4 : 3;
  const areSeats =
    seats === undefined || (Array.isArray(seats) && seats.length >= 1 && seats.length <= most && seats.every(isRoom));
  return areBoth || !isPlaced || !areSeats ? { status: 400 } : { status: 202, body: {} };
}

function serve(defect: string): (asked: Asked) => Told {
  const [shelves, rooms, orders] = [new Map<string, Shelf>(), new Map<string, object>(), [] as object[]];
  return (asked) => {
    const [, place = '', id, key, ...others] = asked.path.split('/');
    if (others.length > 0 || key?.includes(':')) return { status: 404 };
    try {
      if (place === 'imports' && id === undefined) return takeImport(asked, defect);
      if (place === 'v1') return takeShelf(asked, key, shelves, defect);
      return place === 'rooms' ? takeRoom(asked, id ?? '', rooms, defect) : takeForm(asked, place, id, orders, defect);
    } catch {
      return { status: 400 };
    }
  };
}

const file = join(folder, 'names.json');
writeFileSync(file, JSON.stringify(document));
const planned = planDocument(file);

async function resultsOf(defect: string): Promise<CaseResult[]> {
  const served = await serveJson(serve(defect));
  try {
    return await checkPlain(planned, served, '');
  } finally {
    await served.close();
  }
}

test('a right server of names that the caller or the server chooses, of page tokens and of a login has no finding', async () => {
  const results = await resultsOf('');
  expect(results.filter(({ verdict }) => verdict === 'fail').map(({ id, findings }) => [id, findings[0]?.received])).toEqual([]);
  const unproven = results.filter(({ id, verdict }) => verdict !== 'pass' && !/batch|login/.test(id));
  expect(unproven.map(({ id }) => id)).toEqual([
    'get-v1-shelves/parameter/pageToken/takes/a',
    'get-v1-shelves/parameter/mask/takes/a',
  ]);
});

test.each([
  ['another-title', 'get-v1-shelves-shelf/read-again/made'],
  ['change-forgotten', 'get-v1-shelves-shelf/read-again/patch'],
  ['room-kept', 'get-rooms-code/read-again/put'],
  ['put-200', 'put-rooms-code/responses/status'],
  ['any-room', 'get-rooms-code/unknown'],
  ['deleted-stays', 'get-rooms-code/read-again/deleted'],
  ['order-forgotten', 'get-orders-number/read-again/made'],
  ['both-taken', 'post-imports/body/all-of-oneOf'],
  ['four-seats', 'post-imports/body/seats/not-maxItems'],
  ['nine-refused', 'post-orders/values/seats/greatest'],
  ['zero-taken', 'post-orders/body/seats/below-minimum'],
  ['long-pin', 'post-v1-shelves/body/pin/not-pattern/longer'],
  ['short-pin', 'post-v1-shelves/body/pin/not-pattern/shorter'],
  ['pin-at-end', 'post-v1-shelves/body/pin/not-pattern/with-more-before'],
  ['pin-shown', 'post-v1-shelves/responses/write-only'],
])('%s is found by %s', async (defect, id) => {
  expect(
    (await resultsOf(defect)).filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map((one) => one.id),
  ).toContain(id);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { describeNext } from '../../src/command/plan/print-debts.ts';
import { checkPlain, planDocument } from '../../testing/plain/check-plain.ts';
import { type Asked, serveJson, type Told } from '../../testing/plain/serve-json.ts';

const folder = mkdtempSync(join(tmpdir(), 'plain-states-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Fields = Record<string, unknown>;
const text = { type: 'string', minLength: 1 };
const fields = { email: { ...text, format: 'email' }, city: text, note: text, reminders: { type: 'boolean', default: true } };
const dates = { startsAt: { type: 'string', format: 'date-time' }, createdAt: { type: 'string', format: 'date-time' } };
const state = { type: 'string', enum: ['requested', 'confirmed', 'cancelled'] };
const echoes = Object.fromEntries(
  Object.entries(fields).map(([name, one]) => [name, { ...one, 'x-echoes': { operation: 'addVisit', property: name } }]),
);
const visit = { $ref: '#/components/schemas/Visit' };
const gives = (status: number, schema: object) => ({
  responses: Object.fromEntries(
    [status, 400, 404, 409].map((one) => [
      one,
      { description: '', content: { 'application/json': { schema: one === status ? schema : {} } } },
    ]),
  ),
});
const takes = (schema: object) => ({ requestBody: { required: true, content: { 'application/json': { schema } } } });
const named = { parameters: [{ name: 'visitId', in: 'path', required: true, schema: text }] };
const query = (name: string, schema: object, description = '') => ({ name, in: 'query', schema, description });
const after = (...operations: string[]) => operations.map((operation) => ({ operation, status: 409 }));
const pages = { items: 'visits', next: 'nextCursor', cursor: 'cursor', limit: 'limit', total: 'total' };

/** A document about visits, which have a unique address and can be confirmed and cancelled. */
const documentWith = (isStated: boolean) => ({
  openapi: '3.1.0',
  info: { title: 'Visits', version: '1' },
  paths: {
    '/visits': {
      get: {
        ...{
          operationId: 'listVisits',
          ...(isStated && { 'x-pages': { ...pages, filters: { city: { field: 'city', is: 'equal' } } } }),
        },
        parameters: [
          ...[
            query('cursor', text),
            query('limit', { type: 'integer', minimum: 1, maximum: 100, default: 50 }),
            query('city', text),
          ],
          query('from', dates.startsAt, 'Only visits that start then or later.'),
          query('to', dates.startsAt, 'Only visits that start before.'),
        ],
        ...gives(200, { properties: { visits: { type: 'array', items: visit }, nextCursor: text, total: { type: 'integer' } } }),
      },
      post: {
        ...{ operationId: 'addVisit', description: 'A new visit is `requested`.' },
        ...takes({ type: 'object', required: ['email', 'city'], properties: fields }),
        ...gives(201, visit),
      },
    },
    '/visits/{visitId}': {
      ...named,
      get: { operationId: 'readVisit', ...gives(200, visit) },
      patch: {
        operationId: 'changeVisit',
        ...takes({ type: 'object', properties: { ...fields, reminders: { type: 'boolean' } } }),
        ...gives(200, visit),
      },
    },
    '/visits/{visitId}/confirm': {
      ...named,
      post: { operationId: 'confirm', ...gives(200, visit), ...(isStated && { 'x-refused-after': after('confirm', 'cancel') }) },
    },
    '/visits/{visitId}/cancel': { ...named, post: { operationId: 'cancel', ...gives(200, visit) } },
  },
  components: {
    schemas: {
      Visit: {
        type: 'object',
        required: ['id', 'status'],
        properties: { id: text, ...(isStated ? echoes : fields), ...dates, status: state },
      },
    },
  },
});

function planWith(isStated: boolean) {
  const file = join(folder, `${isStated}.json`);
  writeFileSync(file, JSON.stringify(documentWith(isStated)));
  return planDocument(file);
}
const documents = { plain: planWith(false), stated: planWith(true) };

const isTime = (text: string): boolean => /T.*(Z|[+-]\d\d:\d\d)$/i.test(text) && !Number.isNaN(Date.parse(text));

function parse(sent: string): Fields {
  try {
    return JSON.parse(sent);
  } catch {
    return { email: '' };
  }
}

/** Answers as the document says, apart from one defect. */
function handler(defect: string | undefined): (asked: Asked) => Told {
  const visits: Fields[] = [];
  const says = (status: number, body: unknown = {}, headers = {}): Told => ({ status, body, headers });
  const isRight = (body: Fields): boolean =>
    Object.entries(body).every(
      ([name, value]) => typeof value === (name === 'reminders' ? 'boolean' : 'string') && value !== '',
    ) &&
    (body.email === undefined || /^[^@\s]+@[^@\s]+$/.test(String(body.email)));
  const list = (query: URLSearchParams): Told => {
    const [from, limit, city] = [Number(query.get('cursor') ?? 0), Number(query.get('limit') ?? 50), query.get('city')];
    const isNumber = Number.isInteger(from) && Number.isInteger(limit) && limit > 0 && limit < 101 && city !== '';
    const areTimes = ['from', 'to'].every((name) => !query.has(name) || isTime(String(query.get(name))));
    if (!isNumber || !areTimes || query.get('cursor') === '') return says(400);
    const found = visits.filter((one) => city === null || one.city === city);
    const isMore = from + limit < found.length + (defect === 'cursor of nothing' ? 1 : 0);
    const total = defect === 'total of all' ? visits.length : found.length;
    return says(200, { visits: found.slice(from, from + limit), total, ...(isMore && { nextCursor: String(from + limit) }) });
  };
  return ({ method, path, query, text: sent }) => {
    const [, top, id, action] = path.split('/');
    if (top !== 'visits') return says(404);
    if (id === undefined && method === 'GET') return list(query);
    if (action !== undefined && method !== 'POST') return says(405);
    const body = action === undefined && method !== 'GET' ? parse(sent) : {};
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body) && isRight(body);
    if (!isObject || (id === undefined && !(body.email && body.city))) return says(400);
    const at = visits.findIndex((one) => one.id === id);
    const [now, isTaken] = [visits[at], visits.some((one, index) => one.email === body.email && index !== at)];
    if (id !== undefined && now === undefined) return says(404);
    if (isTaken) return says(409);
    if (now === undefined) {
      const flag = defect === 'false is the default' ? body.reminders || true : (body.reminders ?? true);
      visits.push({ id: `v${visits.length}`, ...body, reminders: flag, status: 'requested' });
      const place = defect === 'other place' ? 'none' : visits.at(-1)?.id;
      return says(201, visits.at(-1), { Location: `/visits/${place}` });
    }
    if (method === 'GET') return says(200, now);
    const isAgain = now.status === (defect === 'cancelled is confirmed' ? 'confirmed' : now.status) && now.status !== 'requested';
    if (action === 'confirm' && isAgain) return says(409);
    const ends = { confirm: 'confirmed', cancel: 'cancelled' }[action ?? ''];
    const reset = defect === 'change resets' && ends === undefined ? { reminders: true } : {};
    const changed = { ...now, ...reset, ...body, status: ends ?? now.status };
    if (action !== 'confirm' || defect !== 'state is not kept') visits[at] = changed;
    return says(200, changed);
  };
}

async function findingsOf(kind: keyof typeof documents, defect?: string): Promise<string[]> {
  const served = await serveJson(handler(defect));
  try {
    const results = await checkPlain(documents[kind], served, 'any');
    expect(results.filter(({ verdict }) => verdict === 'error')).toEqual([]);
    return results.flatMap(({ id, findings }) => (findings.length > 0 ? [id] : []));
  } finally {
    await served.close();
  }
}

test.each(['plain', 'stated'] as const)('%s: a right server has no finding', async (kind) =>
  expect(await findingsOf(kind)).toEqual([]),
);

test.each([
  ['plain', 'state is not kept', 'read-visit/read-again/confirm'],
  ['plain', 'other place', 'read-visit/read-again/made'],
  ['plain', 'change resets', 'change-visit/left-out'],
  ['stated', 'false is the default', 'add-visit/echoes/reminders'],
  ['stated', 'cancelled is confirmed', 'confirm/refused-after/cancel'],
  ['stated', 'cursor of nothing', 'list-visits/list/last'],
  ['stated', 'total of all', 'list-visits/list/total'],
] as const)('%s: %s is found by %s', async (kind, defect, id) => expect(await findingsOf(kind, defect)).toContain(id));

test('the check of the plan proposes bounds, totals, states, and what is done only once', () => {
  expect(describeNext(documents.plain.contract).map(({ fact }) => fact)).toEqual(
    expect.arrayContaining([
      'State x-pages: {items: visits, next: nextCursor, cursor: cursor, limit: limit, total: total, filters: {city: {field: city, is: equal}, from: {field: startsAt, is: at-least}, to: {field: startsAt, is: below}}}',
      'State x-refused-after: [{operation: confirm, status: 409}, {operation: cancel, status: 409}]',
      ...['requested', 'confirmed', 'cancelled'].map(
        (one) => `State allOf: [{…}, {properties: {status: {const: ${one}}}}] as the schema of its success`,
      ),
    ]),
  );
});

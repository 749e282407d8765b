import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { CaseResult } from '../../src/outcome/verdict.ts';
import { checkPlain, planDocument } from '../../testing/plain/check-plain.ts';
import { type Asked, serveJson, type Told } from '../../testing/plain/serve-json.ts';

const folder = mkdtempSync(join(tmpdir(), 'plain-envelopes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const title = { type: 'string', minLength: 1, maxLength: 9 };
const inObject = (properties: object, required = Object.keys(properties)) => ({ type: 'object', required, properties });
const returning = (status: number, type: string, schema: object, headers: object = {}) => ({
  [status]: { description: '', headers, content: { [type]: { schema } } },
});
const refusals = { 400: { description: '' }, 404: { description: '' }, 409: { description: '' } };
const taking = (type: string, schema: object) => ({ requestBody: { required: true, content: { [type]: { schema } } } });
const json = 'application/json';
const api = 'application/vnd.api+json';

const attributes = inObject({ title, picture: { type: 'string', format: 'byte' } }, ['title']);
const note = inObject({ type: { const: 'notes' }, id: { type: 'string' }, attributes });
const shown = inObject({ version: inObject({ number: { type: 'integer' } }), data: note });
const changed = inObject({ data: inObject({ id: { type: 'string' }, attributes }) });
const made = inObject({
  name: { type: 'string', pattern: '^[a-z]+$' },
  ...{
    address: { nullable: true, allOf: [inObject({ street: { type: 'string' } })] },
    at: { type: 'string', format: 'date-time' },
  },
});
const named = (type: string) => [{ name: 'id', in: 'path', required: true, schema: { type } }];
const book = inObject({ id: { type: 'integer' }, _links: { type: 'object' } });

const document = {
  ...{ openapi: '3.0.3', info: { title: 'Envelopes', version: '1' } },
  paths: {
    '/notes': {
      post: {
        ...taking(api, inObject({ data: inObject({ type: { const: 'notes' }, attributes }) })),
        responses: { ...returning(201, api, shown), ...refusals },
      },
    },
    '/notes/{id}': {
      parameters: named('string'),
      get: { responses: { ...returning(200, api, shown), ...refusals } },
      patch: { ...taking(api, changed), responses: { ...returning(200, api, shown), ...refusals } },
    },
    '/people': {
      post: {
        ...taking(json, { ...made, required: ['name'] }),
        responses: {
          201: { description: '', headers: { Location: { required: true, schema: { type: 'string' } } } },
          ...refusals,
        },
      },
    },
    '/people/{id}': {
      parameters: named('integer'),
      get: { responses: { ...returning(200, json, made), ...refusals } },
    },
    '/books': {
      get: { responses: returning(200, json, inObject({ _embedded: inObject({ books: { type: 'array', items: book } }) })) },
    },
    '/books/{id}': { parameters: named('integer'), get: { responses: { ...returning(200, json, book), ...refusals } } },
    '/login': {
      post: {
        ...taking(
          'application/x-www-form-urlencoded',
          inObject({ user: title, grant: { type: 'string', pattern: '^password$' } }, ['user']),
        ),
        responses: { ...returning(200, json, {}), ...refusals },
      },
    },
  },
};

const isTitle = (value: unknown): boolean => typeof value === 'string' && value !== '' && value.length <= 9;
const isPicture = (value: unknown): boolean =>
  typeof value === 'string' && value.length % 4 === 0 && /^[a-z\d+/]*={0,2}$/i.test(value);
const isMap = (value: unknown): boolean => Object.prototype.toString.call(value) === '[object Object]';

interface Attributes {
  title: string;
  picture?: string;
}

function takeNote({ method, text }: Asked, id: string | undefined, kept: Map<string, Attributes>, defect: string): Told {
  const show = (key: string, shown: Attributes): object => ({
    version: { number: 1 },
    data: { type: 'notes', id: key, attributes: shown },
  });
  const known = kept.get(id ?? '');
  if (id !== undefined && !known) return { status: 404 };
  if (method === 'GET' && known) {
    const { title, picture } = known;
    const other = defect === 'another-title' ? `${title.slice(0, 1)}!` : title;
    const isShown = picture !== undefined && defect !== 'another-picture';
    return { status: 200, type: api, body: show(id ?? '', { title: other, picture: isShown ? picture : 'AAAA' }) };
  }
  if (method !== (id === undefined ? 'POST' : 'PATCH')) return { status: 405 };
  const { data } = JSON.parse(text);
  const { title, picture } = data.attributes;
  const isRight = isTitle(title) && (picture === undefined || isPicture(picture) || defect === 'any-picture');
  if (!isRight || (id === undefined ? data.type !== 'notes' : typeof data.id !== 'string')) return { status: 400 };
  if (id !== undefined && data.id !== id) return { status: 409 };
  const key = id ?? String(kept.size + 1);
  if (id === undefined || defect !== 'change-forgotten') kept.set(key, data.attributes);
  return { status: id === undefined ? 201 : 200, type: api, body: show(key, data.attributes) };
}

function takePerson({ method, text }: Asked, id: string | undefined, kept: Map<string, string>, defect: string): Told {
  if (method === 'GET' && id !== undefined) {
    const at = `2030-06-15T12:00:00${defect === 'local-time' ? '' : '+02:00'}`;
    return kept.has(id) ? { status: 200, body: { name: kept.get(id), address: null, at } } : { status: 404 };
  }
  if (method !== 'POST' || id !== undefined) return { status: 405 };
  const { name, address, at } = JSON.parse(text);
  if (typeof name !== 'string' || !/^[a-z]+$/.test(name)) return { status: 400 };
  if (address === null && defect === 'null-fails') return { status: 500 };
  if (address !== undefined && (!isMap(address) || typeof address.street !== 'string')) return { status: 400 };
  if (at !== undefined && (typeof at !== 'string' || Number.isNaN(Date.parse(at)))) return { status: 400 };
  const key = String(kept.size + 1);
  if (defect !== 'person-forgotten') kept.set(key, name);
  return { status: 201, headers: { Location: `http://127.0.0.1/people/${key}` } };
}

function serve(defect: string): (asked: Asked) => Told {
  const [notes, people] = [new Map<string, Attributes>(), new Map<string, string>()];
  return (asked) => {
    const [, place, id, ...others] = asked.path.split('/');
    if (others.length > 0) return { status: 404 };
    try {
      if (place === 'notes') return takeNote(asked, id, notes, defect);
      if (place === 'people') return takePerson(asked, id, people, defect);
      if (place === 'login') return takeLogin(asked, defect);
      const book = { id: 7, _links: {} };
      if (asked.method !== 'GET') return { status: 405 };
      if (id === undefined) return { status: 200, body: { _embedded: { books: [book] } } };
      return id === '7' || defect === 'any-book' ? { status: 200, body: book } : { status: 404 };
    } catch {
      return { status: 400 };
    }
  };
}

function takeLogin({ method, text }: Asked, defect: string): Told {
  const form = new URLSearchParams(text);
  const isRight = isTitle(form.get('user')) && (['', 'password'].includes(form.get('grant') ?? '') || defect === 'any-grant');
  return { status: method !== 'POST' ? 405 : isRight ? 200 : 400, ...(method === 'POST' && isRight && { body: {} }) };
}

const file = join(folder, 'envelopes.json');
writeFileSync(file, JSON.stringify(document));
const planned = planDocument(file);

async function resultsOf(defect: string): Promise<CaseResult[]> {
  const served = await serveJson(serve(defect));
  try {
    return (await checkPlain(planned, served, '')).filter(({ verdict }) => verdict !== 'pass');
  } finally {
    await served.close();
  }
}

test('right servers of envelopes, of Location without a body, and of forms with empty fields have no finding', async () => {
  const results = await resultsOf('');
  expect(results.map(({ id, findings, reason }) => [id, reason, findings[0]?.received])).toEqual([]);
  expect(planned.contract.plain?.untried).toEqual([]);
});

test.each([
  ['another-title', 'get-notes-id/read-again/made'],
  ['another-picture', 'get-notes-id/read-again/made'],
  ['any-picture', 'post-notes/body/data/attributes/picture/not-format'],
  ['change-forgotten', 'get-notes-id/read-again/patch'],
  ['person-forgotten', 'get-people-id/read-again/made'],
  ['local-time', 'get-people-id/responses/body'],
  ['null-fails', 'post-people/given'],
  ['any-book', 'get-books-id/unknown'],
  ['any-grant', 'post-login/body/grant/not-pattern'],
])('%s is found by %s', async (defect, id) => {
  expect((await resultsOf(defect)).filter(({ verdict }) => verdict === 'fail').map((one) => one.id)).toContain(id);
});

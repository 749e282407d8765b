import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkPlain, planDocument } from '../../testing/plain/check-plain.ts';
import { type Asked, serveJson, type Told } from '../../testing/plain/serve-json.ts';

const folder = mkdtempSync(join(tmpdir(), 'plain-preconditions-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const header = (name: string, required = false) => ({ name, in: 'header', required, schema: { type: 'string' } });
const responses = (...statuses: number[]) => ({
  responses: Object.fromEntries([...statuses, 401, 403, 404].map((status) => [status, { description: '' }])),
});
const body = {
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } } } },
  },
};
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const note = { 'application/json': { schema: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } } } };

/** An API for notes that has conditional requests. A client sends an OAuth 2 token with scopes, or a key. */
const document = {
  openapi: '3.0.3',
  info: { title: 'Notes', version: '1' },
  security: [{ oauth: ['write'] }, { key: [] }],
  paths: {
    '/notes': {
      post: {
        operationId: 'addNote',
        ...body,
        responses: { ...responses(400).responses, 201: { description: '', content: note } },
      },
    },
    '/notes/{id}': {
      parameters: [id],
      get: { operationId: 'readNote', parameters: [header('If-None-Match')], ...responses(200, 304) },
      put: { operationId: 'changeNote', parameters: [header('If-Match', true)], ...body, ...responses(204, 400, 412) },
    },
    '/file': {
      get: {
        operationId: 'download',
        security: [{ oauth: ['read'] }],
        parameters: [header('Range')],
        ...responses(200, 206, 400, 416),
      },
    },
  },
  components: {
    securitySchemes: {
      oauth: { type: 'oauth2', flows: {} },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    },
  },
};
const file = join(folder, 'notes.json');
writeFileSync(file, JSON.stringify(document));
const planned = planDocument(file);

type Defect = 'match' | 'current' | 'none-match' | 'stale-304' | 'range' | 'wrong-part' | '416' | 'scope' | 'key' | 'any-key';

function serve(defect?: Defect): (asked: Asked) => Told {
  const notes = new Map<string, number>();
  return ({ method, path, headers, text }) => {
    const scopes = /^Bearer (?:t|read|write|read\+write)$/.exec(headers.authorization ?? '')?.[0].slice(7);
    const isKey = defect !== 'key' && (headers['x-key'] === 'k' || (defect === 'any-key' && (headers['x-key'] ?? '') !== ''));
    if (path === '/file' ? !scopes : !scopes && !isKey) return { status: 401 };
    const needed = path === '/file' ? 'read' : 'write';
    if (defect !== 'scope' && scopes && scopes !== 't' && !scopes.includes(needed)) return { status: 403 };
    if (path === '/file') return method === 'GET' ? download(headers.range, defect) : { status: 405 };
    const own = path.split('/')[2] ?? '';
    if (method === 'POST' || method === 'PUT') {
      try {
        if (typeof Object(JSON.parse(text)).text !== 'string') return { status: 400 };
      } catch {
        return { status: 400 };
      }
    }
    if (path === '/notes') {
      if (method !== 'POST') return { status: 405 };
      notes.set(`n${notes.size}`, 1);
      return { status: 201, body: { id: `n${notes.size - 1}` } };
    }
    const version = notes.get(own);
    if (version === undefined) return { status: 404 };
    const tag = `"${version}"`;
    const asked = headers['if-none-match'];
    if (method === 'GET' && asked !== undefined && ((asked === tag && defect !== 'none-match') || defect === 'stale-304'))
      return { status: 304, headers: { ETag: tag } };
    if (method === 'GET') return { status: 200, headers: { ETag: tag }, body: { id: own } };
    if (method !== 'PUT') return { status: 405 };
    const match = headers['if-match'];
    if (match === undefined || match === '') return { status: 400 };
    if (defect === 'current' ? match === tag : match !== tag && defect !== 'match') return { status: 412 };
    notes.set(own, version + 1);
    return { status: 204 };
  };
}

function download(range: string | undefined, defect: Defect | undefined): Told {
  const whole = 'abcdefghij';
  const type = 'text/plain';
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  if (from === undefined || defect === 'range') return { status: 200, body: whole, type };
  if (Number(from) >= whole.length) return defect === '416' ? { status: 206, body: '', type } : { status: 416 };
  const end = Math.min(whole.length - 1, to === '' ? whole.length : Number(to));
  const part = whole.slice(Number(from), defect === 'wrong-part' ? undefined : end + 1);
  return { status: 206, headers: { 'Content-Range': `bytes ${from}-${end}/${whole.length}` }, body: part, type };
}

async function run(defect?: Defect) {
  const served = await serveJson(serve(defect));
  const mintToken = async ({ scopes, scheme }: { scopes?: string[]; scheme?: string }) =>
    scheme === undefined ? (scopes?.join('+') ?? 't') : 'k';
  try {
    return await checkPlain(planned, served, 't', undefined, { mintToken });
  } finally {
    await served.close();
  }
}

test('a right server has no finding, and every case tells something', async () => {
  const results = await run();
  expect(
    results.filter(({ verdict }) => verdict !== 'pass').map(({ id, reason, findings }) => ({ id, reason, findings })),
  ).toEqual([]);
});

test.each<[Defect, string]>([
  ['match', 'change-note/if-match/other'],
  ['none-match', 'read-note/if-none-match'],
  ['stale-304', 'read-note/if-none-match'],
  ['range', 'download/range'],
  ['wrong-part', 'download/range'],
  ['416', 'download/range'],
  ['scope', 'add-note/scopes/without'],
  ['key', 'add-note/authentication/key/accepted'],
  ['any-key', 'add-note/authentication/key/unknown-key'],
])('%s is found by %s', async (defect, id) => {
  expect((await run(defect)).filter(({ findings }) => findings.length > 0).map((one) => one.id)).toContain(id);
});

test('without an adapter, the cases say which token they need', async () => {
  const served = await serveJson(serve());
  const results = await checkPlain(planned, served, 't').finally(() => served.close());
  const needing = results.filter(({ reason }) => reason === 'A further token is needed: give an adapter with mintToken.');
  expect(needing.map((one) => one.id.split('/').slice(1).join('/'))).toContain('scopes/without');
});

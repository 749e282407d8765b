import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { describeNext } from '../../src/command/plan/print-debts.ts';
import { checkPlain, planDocument } from '../../testing/plain/check-plain.ts';
import {
  type LibraryDefect,
  libraryContract,
  libraryKey,
  otherLibraryKey,
  serveLibrary,
} from '../../testing/plain/library-server.ts';
import { serveJson } from '../../testing/plain/serve-json.ts';
import { stateFacts } from '../../testing/plain/state-facts.ts';
import { runConformance } from '../../testing/run-conformance.ts';

const folder = mkdtempSync(join(tmpdir(), 'plain-facts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const plain = readFileSync(libraryContract, 'utf8');
const library = planDocument(stateFacts(libraryContract, folder));

async function findingsOf(defect?: LibraryDefect): Promise<string[]> {
  const served = await serveLibrary(defect);
  try {
    const results = await checkPlain(library, served, libraryKey, otherLibraryKey);
    expect(results.filter(({ verdict }) => verdict === 'error' || verdict === 'skipped')).toEqual([]);
    return results.flatMap(({ id, findings }) => (findings.length > 0 ? [id] : []));
  } finally {
    await served.close();
  }
}

const inCapitals: LibraryDefect = {
  id: 'title-in-capitals',
  change: ({ path }, told) =>
    path.startsWith('/books') && typeof (told.body as { title?: unknown } | undefined)?.title === 'string'
      ? { ...told, body: { ...(told.body as object), title: String((told.body as { title: string }).title).toUpperCase() } }
      : told,
};

test('a right server keeps the facts', async () => expect(await findingsOf()).toEqual([]));

test('an echo that changes is found by the fact, and by nothing else', async () =>
  expect(await findingsOf(inCapitals)).toEqual([
    'add-book/values/title/longest',
    'add-book/echoes/title',
    'read-book/echoes/title',
  ]));

test('what another account may read is found by the fact, and by nothing else', async () =>
  expect(await findingsOf({ id: 'owner', omits: 'owner' })).toEqual(['read-book/ownership']));

test('the check of the plan says what the next fact would buy', () => {
  const before = describeNext(planDocument(libraryContract).contract).find(({ fact }) => fact.includes('addBook'));
  expect(before).toMatchObject({
    place: '/components/schemas/Book',
    buys: '10 cases compare what is returned with what was sent',
  });
  expect(describeNext(library.contract).find(({ fact }) => fact.includes('addBook'))?.buys).toMatch(/^8 cases/);
});

test('recorded traffic is judged by a plain document', async () => {
  const served = await serveLibrary({
    id: 'in-capitals',
    change: (_asked, told) => (told.status === 201 ? { ...told, status: 202 } : told),
  });
  try {
    const run = await runConformance('--contract', libraryContract, '--base-url', served.baseUrl, '--token', libraryKey);
    expect(run.exit).toBe(1);
    expect(run.output).toContain('library.yaml#/paths/~1books/post/responses');
    const judged = await runConformance('--contract', libraryContract, '--har', join(run.out, 'exchanges.har'));
    expect(judged.output).toContain('status 202, which the operation does not document');
  } finally {
    await served.close();
  }
});

test('a document without security needs no token; one with it says that it is missing', async () => {
  const missing = await runConformance('--contract', libraryContract, '--base-url', 'http://127.0.0.1:1');
  expect(missing).toMatchObject({ exit: 2, output: expect.stringContaining('No token is set') });
  writeFileSync(join(folder, 'open.yaml'), plain.replace('security: [{key: []}]\n', ''));
  const away = await runConformance('--contract', join(folder, 'open.yaml'), '--base-url', 'http://127.0.0.1:1');
  expect(away).toMatchObject({ exit: 2, output: expect.stringContaining('http://127.0.0.1:1 cannot be checked') });
});

test('a key in the header Authorization has spaces; a bearer token has none', async () => {
  const file = join(folder, 'schemes.yaml');
  const url = "{url: 'https://{host}/{base}', variables: {host: {default: a.example}, base: {default: v2}}}";
  const sayOf = async (scheme: string, status: number): Promise<string> => {
    writeFileSync(
      file,
      plain.replace('{type: apiKey, in: header, name: X-Library-Key}', scheme).replace(/^servers: .*$/m, `servers: [${url}]`),
    );
    const served = await serveJson(() => ({ status }));
    const run = await runConformance('--contract', file, '--base-url', served.baseUrl, '--token', 'Token a b');
    await served.close();
    return run.output;
  };
  const whole = '{type: apiKey, in: header, name: Authorization}';
  expect(await sayOf(whole, 401)).toContain('its first word belongs to it');
  expect(await sayOf(whole, 404)).toContain('here probably with /v2 at its end');
  expect(await sayOf('{type: http, scheme: bearer}', 401)).toContain('A bearer token holds no spaces');
});

test('only fields that a response can repeat are proposed for an echo', () => {
  const text = { type: 'string' };
  const inObject = (properties: object) => ({ type: 'object', properties });
  const within = (type: string, properties: object) => inObject({ type: { const: type }, attributes: inObject(properties) });
  const json = (schema: object) => ({ content: { 'application/json': { schema } } });
  const add = (sent: object, shown: object) => ({
    post: { requestBody: json(sent), responses: { 201: { description: '', ...json(shown) } } },
  });
  const choice = {
    oneOf: [
      { type: 'object', required: ['body'], properties: { body: text } },
      { type: 'array', items: text },
    ],
  };
  const file = join(folder, 'proposals.json');
  const paths = {
    '/notes': add(
      inObject({ data: within('notes', { title: text }), etag: text, nextToken: text, pin: { ...text, writeOnly: true } }),
      inObject({ data: within('notes', { title: text, words: { type: 'integer' } }), etag: text, nextToken: text, pin: text }),
    ),
    '/jobs': add(
      inObject({ data: within('translations', { language: text }), at: text, tags: { type: 'array', items: text } }),
      inObject({ data: within('jobs', { state: text }), at: { type: 'integer' }, tags: { type: 'array', items: inObject({}) } }),
    ),
    '/lessons': add(choice, inObject({ body: text })),
  };
  writeFileSync(file, JSON.stringify({ openapi: '3.1.0', info: { title: 'x', version: '1' }, paths }));
  const facts = describeNext(planDocument(file).contract).map(({ fact }) => fact);
  expect(facts).toEqual(['State x-echoes: {operation: POST /notes, property: …} under data']);
});

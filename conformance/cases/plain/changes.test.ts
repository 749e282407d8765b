import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readContract } from '../../payments/load-contract.ts';
import { describeNext, printDebts } from '../../src/command/plan/print-debts.ts';
import { checkPlain, type PlannedDocument, planDocument } from '../../testing/plain/check-plain.ts';
import { type Asked, serveJson, type Told } from '../../testing/plain/serve-json.ts';

const folder = mkdtempSync(join(tmpdir(), 'plain-changes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Fields = Record<string, unknown>;
const text = { type: 'string' };
const item = {
  type: 'object',
  required: ['code'],
  properties: { code: text, title: text, note: text, color: text, size: { type: 'integer' } },
};
const job = { type: 'object', required: ['id', 'done'], properties: { id: text, done: { type: 'boolean' }, noteId: text } };
const note = { type: 'object', required: ['id', 'text'], properties: { id: text, text, mark: text } };
const content = (schema: object, type = 'application/json') => ({ content: { [type]: { schema } } });
const gives = (status: number, schema?: object, ...others: number[]) => ({
  responses: Object.fromEntries([
    [status, { description: '', ...(schema && content(schema)) }],
    ...[400, 404, ...others].map((one) => [one, { description: '', ...(one === 201 && schema && content(schema)) }]),
  ]),
});
const takes = (schema: object, type?: string) => ({ requestBody: { required: true, ...content(schema, type) } });
const header = (name: string) => ({ name, in: 'header', schema: text });
const path = (name: string, more: object = {}) => ({ name, in: 'path', required: true, schema: text, ...more });
const body = (...required: string[]) => ({ type: 'object', required, properties: { text, mark: text } });

/** Items with codes that the client chooses, notes that are changed by JSON Patch, and jobs that end after a while. */
const document = {
  openapi: '3.0.3',
  info: { title: 'Changes', version: '1' },
  paths: {
    '/items': {
      get: {
        ...{ operationId: 'listItems', parameters: [{ name: 'sort', in: 'query', schema: { enum: ['title', '-title'] } }] },
        ...gives(200, { type: 'array', items: item }),
      },
    },
    '/items/{code}': {
      parameters: [path('code', { example: 'first' })],
      get: { operationId: 'readItem', ...gives(200, item) },
      put: {
        ...{ operationId: 'putItem', description: 'Creates the item, or replaces it.', parameters: [header('If-None-Match')] },
        ...takes({
          type: 'object',
          required: ['title'],
          properties: { title: text, note: text, color: { ...text, default: 'red', enum: ['red', 'blue'] } },
        }),
        ...gives(200, item, 201, 412),
      },
    },
    '/notes': {
      post: {
        ...{ operationId: 'addNote', parameters: [{ ...header('Prefer'), schema: { ...text, enum: ['return=minimal'] } }] },
        ...takes(body('text')),
        ...gives(201, note),
      },
    },
    '/notes/{id}': {
      parameters: [path('id')],
      get: { operationId: 'readNote', ...gives(200, note) },
      patch: {
        operationId: 'patchNote',
        requestBody: {
          required: true,
          content: {
            'application/json-patch+json': {
              schema: {
                type: 'array',
                items: { type: 'object', required: ['op', 'path'], properties: { op: text, path: text, value: {} } },
              },
              example: [{ op: 'replace', path: '/text', value: 'other' }],
            },
          },
        },
        ...gives(200, note, 409),
      },
    },
    '/jobs': { post: { operationId: 'startJob', ...takes(body('text')), ...gives(202, job) } },
    '/jobs/{id}': { parameters: [path('id')], get: { operationId: 'readJob', ...gives(200, job) } },
  },
};

function plan(facts: Fields = {}): PlannedDocument {
  const file = join(folder, `${Object.keys(facts).length}.json`);
  const { '/jobs': jobs } = document.paths;
  writeFileSync(
    file,
    JSON.stringify({ ...document, paths: { ...document.paths, '/jobs': { post: { ...jobs.post, ...facts } } } }),
  );
  const { contract, planned } = planDocument(file);
  const asked = /replaced|default\/color|if-none-match|json-patch|responses\/media-type|values\/|\/ends|list\/sort|success/;
  return { contract, planned: planned.filter(({ id }) => asked.test(id)) };
}
const ends = { 'x-ends': { read: 'readJob', when: { done: true }, within: 1 } };
const [plain, stated] = [plan(), plan(ends)];

async function serve(defect = '') {
  const [items, notes, jobs] = [new Map<string, Fields>(), new Map<string, Fields>(), new Map<string, number>()];
  const patch = (stored: Fields, steps: { op: string; path: string; value: unknown }[]): Fields | undefined => {
    const made = defect === 'patches-half' ? stored : { ...stored };
    for (const { op, path, value } of steps) {
      const name = path.slice(1);
      if (op === 'test' && defect !== 'ignores-test' && made[name] !== value) return undefined;
      if (op === 'replace' && !(name in made)) return undefined;
      if (op === 'replace') made[name] = value;
      if (op === 'remove' && defect !== 'keeps-removed') delete made[name];
    }
    return made;
  };
  return serveJson(({ method, path, query, headers, text: sent }: Asked): Told => {
    const [, kind, id = ''] = path.split('/');
    if (kind === 'items' && id === '') {
      const listed = [...items.values()].sort((one, other) => (String(one.title) < String(other.title) ? -1 : 1));
      return { status: 200, body: query.get('sort') === '-title' && defect !== 'one-order' ? listed.reverse() : listed };
    }
    if (kind === 'items' && method === 'PUT') {
      if (defect === 'known-names' && id !== 'first') return { status: 404 };
      const old = items.get(id);
      if (headers['if-none-match'] === '*' && old && defect !== 'makes-again') return { status: 412 };
      const { title, note: own, color = defect === 'keeps-color' ? (old?.color ?? 'red') : 'red' } = JSON.parse(sent) as Fields;
      if (typeof title !== 'string') return { status: 400 };
      const kept = defect === 'keeps-note' ? old?.note : undefined;
      items.set(id, { code: id, title, color, ...((own ?? kept) !== undefined && { note: own ?? kept }) });
      return { status: old ? 200 : 201, body: items.get(id) };
    }
    if (kind === 'items') return items.has(id) ? { status: 200, body: items.get(id) } : { status: 404 };
    if (kind === 'notes' && method === 'POST') {
      const made = { ...(JSON.parse(sent) as Fields), id: crypto.randomUUID() };
      notes.set(made.id, made);
      return { status: 201, ...(headers.prefer !== 'return=minimal' && { body: made }) };
    }
    if (kind === 'notes') {
      const [stored, steps] = [notes.get(id), method === 'PATCH' ? JSON.parse(sent) : []];
      if (!stored) return { status: 404 };
      const made = patch(stored, steps);
      if (made) notes.set(id, made);
      return made ? { status: 200, body: made } : { status: 409 };
    }
    const name = method === 'POST' ? crypto.randomUUID() : id;
    const reads = method === 'POST' ? 0 : (jobs.get(name) ?? 0) + 1;
    jobs.set(name, reads);
    const done = reads > 1 && defect !== 'never-ends' && (defect !== 'begins-again' || reads === 2);
    return { status: method === 'POST' ? 202 : 200, body: { id: name, done } };
  });
}

async function findingsOf(planned: PlannedDocument, defect?: string): Promise<string[]> {
  const served = await serve(defect);
  try {
    const results = await checkPlain(planned, served, '');
    expect(results.filter(({ id, verdict }) => id.endsWith('/success') && verdict !== 'pass')).toEqual([]);
    return results.flatMap(({ id, findings }) => (findings.length > 0 ? [id] : []));
  } finally {
    await served.close();
  }
}

test('a right server has no finding, with a body that is left out for Prefer, and with names that only an example has', async () => {
  expect(await findingsOf(stated)).toEqual([]);
  expect(await findingsOf(plain, 'known-names')).toEqual([]);
});

test.each([
  ['keeps-note', 'put-item/replaced'],
  ['makes-again', 'put-item/if-none-match/any'],
  ['one-order', 'list-items/list/sorted/title'],
  ['ignores-test', 'patch-note/json-patch'],
  ['patches-half', 'patch-note/json-patch'],
  ['keeps-removed', 'patch-note/json-patch'],
  ['never-ends', 'start-job/ends'],
  ['begins-again', 'start-job/ends'],
])('%s: found by %s', async (defect, id) => expect(await findingsOf(stated, defect)).toEqual([expect.stringContaining(id)]));

test('a default that a PUT does not set again is found by the cases for defaults and for replacing', async () =>
  expect(await findingsOf(stated, 'keeps-color')).toEqual(['put-item/default/color', 'put-item/replaced']));

test('the check of the plan proposes how a job ends', () => {
  const facts = ({ contract }: PlannedDocument) => describeNext(contract).map(({ fact }) => fact);
  expect(facts(plain)).toContain('State x-ends: {read: readJob, when: {done: true}, within: …}');
  expect(facts(stated)).not.toContainEqual(expect.stringContaining('x-ends'));
});

test('the check of the plan says what no fact can say: chosen fields, results of a batch, and a search by POST', () => {
  const list = (of: object) => ({ type: 'array', items: { type: 'object', properties: of } });
  const post = (sent: object, shown: object) => ({
    post: {
      ...takes({ type: 'object', properties: sent }),
      ...gives(200, { type: 'object', properties: { results: list(shown) } }),
    },
  });
  const fields = { name: 'fields', in: 'query', schema: text };
  const paths = {
    '/notes': { get: { parameters: [fields, header('Prefer')], ...gives(200, note) } },
    '/batch': post({ notes: list({ text }) }, { status: text }),
    '/search': post({ limit: { type: 'integer' } }, { text }),
  };
  let printed = '';
  printDebts(readContract(JSON.stringify({ ...document, paths })), false, (some) => {
    printed += some;
  });
  expect(printed.match(/^Not tried: .*/gm)).toEqual([
    expect.stringMatching(/which fields/),
    expect.stringMatching(/may ignore/),
    expect.stringMatching(/which of the notes/),
    expect.stringMatching(/x-pages is for a GET/),
  ]);
});

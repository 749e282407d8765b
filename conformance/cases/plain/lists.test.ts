import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { afterAll, describe, expect, test } from 'vitest';
import { readContract } from '../../payments/load-contract.ts';
import { describeNext } from '../../src/command/plan/print-debts.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { boardContract, boardDefects, boardKey, serveBoard } from '../../testing/plain/board-server.ts';
import { checkPlain, planDocument } from '../../testing/plain/check-plain.ts';

const folder = mkdtempSync(join(tmpdir(), 'plain-lists-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The board's document with the facts that `--check-plan` proposes, and those that it cannot know. */
function stateFacts(): string {
  const document = load(readFileSync(boardContract, 'utf8')) as {
    paths: Record<string, Record<string, Record<string, unknown>>>;
    components: { schemas: Record<string, { allOf: { properties: Record<string, object> }[] }> };
  };
  const { paths, components } = document;
  const filters = {
    state: { field: 'state', is: 'equal' },
    boardId: { field: 'boardId', is: 'equal' },
    remark: { field: 'remark', is: 'equal' },
  };
  const state = (path: string, method: string, fact: object) => Object.assign(Object(paths[path])[method], fact);
  state('/notes', 'get', {
    'x-pages': { items: 'notes', next: 'nextCursor', cursor: 'cursor', limit: 'limit', filters },
  });
  state('/boards', 'get', { 'x-pages': { page: 'page', limit: 'per_page', total: 'X-Total' } });
  state('/notes/{noteId}', 'patch', { 'x-refused-after': [{ operation: 'lockNote', status: 423, until: 'unlockNote' }] });
  Object.assign(Object(components.schemas.NewNote?.allOf[1]?.properties.boardId), {
    'x-identifies': '#/components/schemas/Board/properties/boardId',
  });
  const file = join(folder, 'board.json');
  writeFileSync(file, JSON.stringify(document));
  return file;
}

const documents = { plain: planDocument(boardContract), stated: planDocument(stateFacts()) };

async function findingsOf(kind: keyof typeof documents, defect?: string): Promise<string[]> {
  const served = await serveBoard(defect);
  try {
    const results = await checkPlain(documents[kind], served, boardKey);
    expect(results.filter(({ verdict }) => verdict === 'error')).toEqual([]);
    return results.flatMap(({ id, findings }) => (findings.length > 0 ? [id] : []));
  } finally {
    await served.close();
  }
}

describe.each(['plain', 'stated'] as const)('%s', (kind) => {
  test('a right server has no finding', async () => expect(await findingsOf(kind)).toEqual([]));

  test.each(boardDefects[kind])('%s: found', async (defect) => expect(await findingsOf(kind, defect)).not.toEqual([]));
});

test('the check of the plan proposes these facts', () => {
  const facts = describeNext(documents.plain.contract).map(({ fact }) => fact);
  expect(facts).toEqual(
    expect.arrayContaining([
      'State x-pages: {items: notes, next: nextCursor, cursor: cursor, limit: limit, filters: {state: {field: state, is: equal}, boardId: {field: boardId, is: equal}, remark: {field: remark, is: equal}}}',
      'State x-pages: {page: page, limit: per_page}',
      'State x-refused-after: [{operation: lockNote, status: 423}]',
      "State x-identifies: '#/components/schemas/Board/properties/boardId'",
    ]),
  );
  const left = describeNext(documents.stated.contract).map(({ fact }) => fact);
  expect(left.filter((fact) => /x-pages|x-refused|x-identifies/.test(fact))).toEqual([]);
});

test('a filter with a value that no item can have is not tried, because that value may stand for several', () => {
  const text = readFileSync(boardContract, 'utf8').replace(
    "name: state, in: query, schema: {$ref: '#/components/schemas/State'}",
    'name: state, in: query, schema: {type: string, enum: [open, closed, ended]}',
  );
  const filtersOf = ({ operations }: Contract) => operations.map(({ plain }) => Object.keys(plain?.list?.filters ?? {}));
  expect(filtersOf(documents.plain.contract).flat()).toContain('state');
  expect(filtersOf(readContract(text)).flat()).not.toContain('state');
});

const form = /^it is not an? (object with|list of) /;
test.each([
  ['x-pages', 7, form],
  ['x-pages', { next: [], limit: {} }, form],
  ['x-pages', { limit: 'limit', sorts: [null] }, form],
  ['x-pages', { limit: 'limit', filters: { state: null } }, form],
  ['x-pages', { limit: 'limit', curser: 'cursor' }, /^it says "curser", which is nothing there \(did you mean cursor\?\)/],
  ['x-pages', { limit: 'limits' }, /did you mean limit\?/],
  ['x-pages', { limit: 'limit', filters: { stat: { field: 'state', is: 'equal' } } }, /"stat".*did you mean state\?/],
  ['x-page', { limit: 'limit' }, /^no fact has this name \(did you mean x-pages\?\)/],
  ['x-replaces', 'yes', /^it is not true$/],
  ['x-replaces', null, /^it is not true$/],
  ['x-ends', 'readNote', form],
  ['x-ends', { read: 'readNotes', when: { state: 'closed' } }, /^it says "readNotes", which is nothing there \(did you mean /],
  ['x-ends', { read: 7, when: null }, form],
  ['x-refused-after', 7, form],
  ['x-refused-after', [null], form],
  ['x-refused-after', [{ operation: 'nobody', status: 423 }], /^it says "nobody", which is nothing there \(known are /],
])('%s: %j is ignored, and reported with what is wrong', (fact, value, reason) => {
  expect(untriedWith(fact, value)).toEqual([{ pointer: `/paths/~1notes/get/${fact}`, reason: expect.stringMatching(reason) }]);
});

test('an extension of another tool, whose name has one more word than a fact, is not reported', () => {
  expect(untriedWith('x-feature-flag', 'beta')).toEqual([]);
});

/** Returns the list `untried` for a document that has this fact at `GET /notes`. */
function untriedWith(fact: string, value: unknown) {
  const document = load(readFileSync(boardContract, 'utf8')) as { paths: Record<string, { get: object }> };
  Object.assign(Object(document.paths['/notes']).get, { [fact]: value });
  return readContract(JSON.stringify(document)).plain?.untried;
}

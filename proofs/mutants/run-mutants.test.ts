/**
 * Tests that a mutant's change reaches the server, that the suite notices it, and that the working tree stays
 * unchanged.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { UsageError } from '../../conformance/src/command/options/usage-error.ts';
import { listMutants } from './list-mutants.ts';
import { isReached } from './reached.ts';
import { readOptions } from './read-options.ts';
import { countScore, findStale } from './render-score.ts';
import { openOutcomes } from './run-mutants.ts';
import { startReferenceServer } from './try-mutant.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-outcomes-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the server runs with the change, and the file stays unchanged', async () => {
  const file = 'packages/kit/src/invoices/services.ts';
  const text = readFileSync(join(root, file), 'utf8');
  const mutant = listMutants(file, text).find(({ start }) => text.slice(start - 9, start) === 'not_found');
  expect(mutant).toBeDefined();
  const server = await startReferenceServer({ root, mutant }, new AbortController().signal);
  try {
    const response = await fetch(`${server.baseUrl}/api/v1/payments/fetch`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${server.token}`, 'Content-Type': 'application/json' },
      body: '{"invoiceId":"inv_00000000000000000000000000"}',
    });
    // The contract does not have the mutated problem code, so the server responds with 500 instead of sending it.
    expect(response.status).toBe(500);
  } finally {
    await server.stop(true);
  }
  expect(readFileSync(join(root, file), 'utf8')).toBe(text);
});

test('the smallest range around a place decides whether the place ran', () => {
  const url = new URL(`file://${join(root, 'a.ts')}`).href;
  const ranges = [
    { startOffset: 0, endOffset: 100, count: 1 },
    { startOffset: 20, endOffset: 40, count: 0 },
  ];
  const reached = (start: number) => isReached(root, { file: 'a.ts', start }, [{ url, functions: [{ ranges }] }]);
  expect([10, 30, 50].map(reached)).toEqual([true, false, true]);
});

test("outcomes outlast the process: a caught mutant's until its file changes, a survivor's until its file or the suite changes", () => {
  const file = join(folder, 'outcomes.jsonl');
  const none = new Set<string>();
  const outcomes = openOutcomes(file, 'suite', none);
  outcomes.add('a-1', 'source', { verdict: 'caught', failed: ['a/case'] });
  outcomes.add('b-2', 'source', { verdict: 'survived', failed: [] });
  const found = (suite: string, source: string, explained = none) =>
    ['a-1', 'b-2'].map((id) => openOutcomes(file, suite, explained).find(id, source)?.verdict);
  expect(found('suite', 'source')).toEqual(['caught', 'survived']);
  expect(found('another suite', 'source')).toEqual(['caught', undefined]);
  expect(found('another suite', 'source', new Set(['b-2']))).toEqual(['caught', 'survived']);
  expect(found('suite', 'another source')).toEqual([undefined, undefined]);
});

test('the score counts only mutants that can be seen from outside', () => {
  const mutants = ['a', 'b', 'c', 'd'].map((id) => ({ id, file: 'f.ts', start: 0, end: 1, replacement: '' }));
  const verdict = { a: 'caught', b: 'survived', c: 'survived' } as const;
  const score = countScore(
    mutants,
    ({ id }) => (id in verdict ? { verdict: verdict[id as keyof typeof verdict], failed: [] } : undefined),
    new Set(['b']),
  );
  expect(score).toMatchObject({ tried: 3, caught: 1, explained: 1, percent: 50 });
  expect(score.survivors.map(({ id }) => id)).toEqual(['c']);
});

test('an outdated explanation is reported', () => {
  const explanations = [{ ids: ['gone', 'caught', 'right'], reason: 'Only a log shows it.' }];
  const stale = findStale(explanations, { all: new Set(['caught', 'right']), caught: new Set(['caught']) });
  expect(stale).toEqual([
    expect.stringContaining('gone is explained, and there is no such mutant'),
    expect.stringContaining('caught is explained as unobservable, and a case catches it'),
  ]);
});

test('a wrong option is refused in a sentence', () => {
  expect(() => readOptions(['--sample', 'many'])).toThrow(UsageError);
  expect(() => readOptions(['--nonsense'])).toThrow(/--help lists the options/);
});

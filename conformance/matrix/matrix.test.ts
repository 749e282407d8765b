import { expect, test } from 'vitest';
import { judgeMatrix, type Matrix, type Row, writePairs } from './matrix.ts';
import { runMatrixSample, runMatrixSparingly } from './run-matrix.ts';

if (process.env.IN_FULL === '1')
  test('every fault is caught, no lawful server raises an alarm, and every case catches something', async () => {
    const matrix = await runMatrixSparingly();
    expect(judgeMatrix(matrix)).toEqual([]);
    expect(matrix.variants.every(({ passed }) => passed > 100)).toBe(true);
    writePairs(matrix);
  }, 1_800_000);
else
  test('a fault for each requirement is caught, and lawful servers raise no alarm', async () => {
    const matrix = await runMatrixSample();
    expect(judgeMatrix({ ...matrix, cases: [] })).toEqual([]);
    expect(matrix.faults.length).toBeGreaterThan(150);
    expect(matrix.variants.every(({ passed }) => passed > 10)).toBe(true);
  }, 600_000);

test('the defects of a suite are listed', () => {
  const row = (kind: Row['kind'], id: string, hits: Row['hits']): Row => ({
    ...{ id, kind, title: id, breaks: 'invoice-id', features: [], hits, passed: 1, untold: [], errors: [] },
  });
  const hit = { case: 'one', requirements: ['invoice-note'], members: [], tries: ['invoice-note'] };
  const matrix: Matrix = {
    contract: { version: '1', sha256: '' },
    cases: [
      { id: 'one', requirement: 'invoice-note', tries: ['invoice-note'] },
      { id: 'two', requirement: 'invoice-id', tries: ['invoice-id'] },
    ],
    statements: ['invoice-note', 'invoice-id'],
    faults: [row('fault', 'missed', [hit])],
    variants: [row('variant', 'lawful', [hit])],
    leftOut: [],
  };
  expect(judgeMatrix(matrix)).toEqual([
    'The fault missed is not caught: no finding names invoice-id. Found: invoice-note.',
    'False alarm at the variant lawful: one names invoice-note.',
    'The case two catches no fault.',
  ]);
});

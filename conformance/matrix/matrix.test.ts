import { expect, test } from 'vitest';
import { checkReasons, judgeWays } from './judge-ways.ts';
import { judgeMatrix, type Matrix, type Row, writePairs } from './matrix.ts';
import { runMatrixSample, runMatrixSparingly } from './run-matrix.ts';

if (process.env.IN_FULL === '1')
  test('every fault is caught, no lawful server raises an alarm, every case catches something, and statements in two ways', async () => {
    const matrix = await runMatrixSparingly();
    expect(judgeMatrix(matrix)).toEqual([]);
    expect(matrix.variants.every(({ passed }) => passed > 100)).toBe(true);
    const { counts, mistakes } = judgeWays(matrix);
    process.stdout.write(`${counts}\n`);
    expect(mistakes).toEqual([]);
    writePairs(matrix);
  }, 1_800_000);
else
  test('a fault for each requirement is caught, and lawful servers raise no alarm', async () => {
    const matrix = await runMatrixSample();
    expect(judgeMatrix({ ...matrix, cases: [] })).toEqual([]);
    expect(checkReasons(matrix.statements)).toEqual([]);
    expect(matrix.faults.length).toBeGreaterThan(150);
    expect(matrix.variants.every(({ passed }) => passed > 10)).toBe(true);
  }, 600_000);

const row = (kind: Row['kind'], id: string, hits: Row['hits']): Row => ({
  ...{ id, kind, title: id, breaks: 'invoice-id', features: [], hits, passed: 1, untold: [], errors: [] },
});
const hit = { case: 'one', requirements: ['invoice-note'], members: [], tries: ['invoice-note'] };

test('the defects of a suite are listed', () => {
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

test('a statement needs two cases that find a fault of it, or one and a reason', () => {
  const found = { ...hit, requirements: ['invoice-id'] };
  const matrix = { statements: ['invoice-id'], faults: [row('fault', 'missed', [found, found])] } as Partial<Matrix> as Matrix;
  const mistakesWith = (reasons: Record<string, string[]>): string[] => judgeWays(matrix, reasons).mistakes;
  expect(mistakesWith({})).toEqual(['Only one finds a fault of invoice-id: add a case, or a reason in one-way.ts.']);
  expect(mistakesWith({ reason: ['invoice-id'] })).toEqual([]);
  expect(mistakesWith({ one: ['invoice-id'], other: ['invoice-id', 'gone'] })).toEqual([
    'The contract has no statement gone: take it out of one-way.ts.',
    'invoice-id is twice in one-way.ts: leave one reason.',
  ]);
  matrix.faults.push(row('fault', 'other', [{ ...found, case: 'two' }]));
  expect(mistakesWith({ reason: ['invoice-id'] })).toEqual([
    'one and two find a fault of invoice-id: take its reason out of one-way.ts.',
  ]);
});

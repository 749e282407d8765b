import { expect, test } from 'vitest';
import { isGreen, mergeTables, renderTable } from './render-table.ts';
import { type Row, steps } from './try-generator.ts';

const generator = { id: 'maker', title: 'Maker', language: 'Some', version: '1.2.3' };
const passed = Object.fromEntries(steps.map(({ id }) => [id, { passed: true }]));
const green: Row = { generator, generated: true, compiled: true, steps: passed, seconds: 1 };
const red: Row = { ...green, steps: { ...passed, money: { passed: false, reason: 'expected 1, got 2' } } };
const missing: Row = { generator, notRun: 'php not on the PATH', steps: {}, seconds: 0 };

test('a row has a cell for each step', () => {
  const [head, , row] = renderTable([green]).split('\n');
  expect(row?.split('|').length).toBe(head?.split('|').length);
  expect(row).not.toContain('no');
});

test('writes below the table what failed and what was not run', () => {
  expect(renderTable([red])).toContain('- Maker, money: expected 1, got 2');
  expect(renderTable([missing])).toContain('- Maker: not run, php not on the PATH.');
});

test('a row that is measured separately replaces its line, and its remarks replace theirs', () => {
  const other: Row = { ...green, generator: { ...generator, title: 'Other', limits: ['no header'] } };
  const kept = `${renderTable([red])}\n| server | lines |\n| --- | --- |\n| Go | 5 |\n`;
  const merged = mergeTables(kept, renderTable([green, other]));
  expect(merged.split('\n').filter((line) => line.startsWith('| Maker'))).toHaveLength(1);
  expect(merged).not.toContain('expected 1, got 2');
  expect(merged.indexOf('| Other')).toBeLessThan(merged.indexOf('- Other: no header.'));
  expect(merged.indexOf('- Other: no header.')).toBeLessThan(merged.indexOf('| server'));
  expect(mergeTables(merged, renderTable([green, other]))).toBe(merged);
});

test('a run passes when nothing failed; a missing toolchain is not a failure', () => {
  expect([green, missing, red, { ...green, failure: 'it broke' }].map(isGreen)).toEqual([true, true, false, false]);
});

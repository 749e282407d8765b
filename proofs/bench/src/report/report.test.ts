import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { compareReports, type Report, readReport, writeReport } from '../command/run-measurements.ts';
import { UsageError } from '../command/usage-error.ts';
import { printTable, type Table } from './table.ts';

const exactly = (median: number, width = 0) => ({ median, low: median - width, high: median + width });
const tableOf = (ratio: number): Table => ({
  title: 'fetch, 1 connection',
  rows: [
    { name: 'ours', cpu: exactly(50), rate: exactly(2000) },
    { name: 'theirs', cpu: exactly(100), rate: exactly(1000), ratios: { cpu: exactly(ratio, 0.02), rate: exactly(2) } },
  ],
  twins: { name: 'theirs', cpu: exactly(1, 0.05), rate: exactly(1) },
});
const reportOf = (ratio: number): Report => ({
  at: '2026-01-02T03:04:05.000Z',
  made: {},
  isPartial: false,
  results: { peers: { tables: [tableOf(ratio)], remarks: [] } },
});

test("a table has a line for each server with the subject's ratios to it, and a line for the twins", () => {
  const lines = printTable(tableOf(0.5)).split('\n');
  expect(lines[1]).toMatch(/^ +CPU a request +ours ÷ it +requests\/s +ours ÷ it$/);
  expect(lines[2]).toMatch(/^ours +50\.0 µs +2000$/);
  expect(lines[3]).toMatch(/^theirs +100\.0 µs +0\.50 \(0\.48–0\.52\) +1000 +2\.00 \(2\.00–2\.00\)$/);
  expect(lines[4]).toMatch(/^Two processes of theirs: CPU × 1\.00 \(0\.95–1\.05\)/);
});

test.each([
  [0.5, 'less now'],
  [0.9, 'more now'],
  [0.71, 'no difference that can be told'],
])('a ratio of %d is compared with an earlier one of 0.7', (ratio, verdict) => {
  expect(compareReports(reportOf(ratio), reportOf(0.7))).toMatch(new RegExp(`then 0\\.70 \\(0\\.68–0\\.72\\): ${verdict}$`));
});

test('reads a report as it was written, and refuses other files with a sentence', () => {
  const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-bench-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'new/bench.json');
  writeReport(file, reportOf(1));
  expect(readReport(file)).toEqual(reportOf(1));
  expect(() => readReport(join(folder, 'none'))).toThrow(UsageError);
  for (const text of ['{', '{}', 'null']) {
    writeFileSync(file, text);
    expect(() => readReport(file)).toThrow(/cannot be compared with: .+ Name a file that --out has written\.$/);
  }
});

import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prepareFolder } from './prepare-folder.ts';

test('an earlier report is deleted, so that nobody takes it for that of a run that proved nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-earlier-'));
  for (const name of ['report.json', 'report.html', 'junit.xml', 'exchanges.har', 'badge.svg', 'notes.txt'])
    writeFileSync(join(folder, name), 'earlier');
  prepareFolder(folder);
  expect(readdirSync(folder)).toEqual(['notes.txt']);
  rmSync(folder, { recursive: true });
});

test('folders are made as deep as it takes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-deep-'));
  prepareFolder(join(folder, 'one/two'));
  expect(existsSync(join(folder, 'one/two'))).toBe(true);
  rmSync(folder, { recursive: true });
});

test.each(['/proc/reports', `${import.meta.filename}/reports`])('%s: a sentence, and it comes back', (folder) => {
  expect(() => prepareFolder(folder)).toThrow(/^The report cannot be written into .*Choose another folder with --out\.$/);
});

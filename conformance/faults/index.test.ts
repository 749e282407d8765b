import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { loadContract } from '../payments/load-contract.ts';
import { groupBy } from '../src/group-by.ts';
import { variants } from '../variants/index.ts';
import { faults, writtenFaults } from './index.ts';

test('an id names one fault or one variant', () => {
  const servers = groupBy([...faults, ...variants], ({ id }) => id);
  expect([...servers].filter(([, same]) => same.length > 1).map(([id]) => id)).toEqual([]);
});

test('the file of every fault exists', () => {
  const missing = faults.filter(({ file }) => !existsSync(resolve(import.meta.dirname, '../..', file)));
  expect(missing.map(({ id, file }) => `${id}: ${file}`)).toEqual([]);
});

test('every fault breaks a requirement of the contract', () => {
  const { requirements } = loadContract();
  expect(faults.filter(({ breaks }) => !requirements.has(breaks)).map(({ id }) => id)).toEqual([]);
});

test('the faults that break one requirement are in one file, those aside that need two facts', () => {
  const alone = writtenFaults.filter(({ file }) => !file.includes('/together/'));
  const files = [...groupBy(alone, ({ breaks }) => breaks)].map(([requirement, all]) => ({
    requirement,
    files: [...new Set(all.map(({ file }) => file))],
  }));
  expect(files.filter((found) => found.files.length > 1)).toEqual([]);
});

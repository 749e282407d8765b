import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { loadContract } from '../src/contract/load-contract.ts';
import { allCases, caseFiles, fileName } from './index.ts';

/** Rooms of code that several files of cases share. */
const shared = ['derive', 'play', 'violations'];

const cases = allCases(loadContract());

test('the first part of an id is the folder of its file, the second the name', () => {
  const astray = cases.filter(({ id, file }) => file !== `cases/${id.split('/').slice(0, 2).map(fileName).join('/')}.ts`);
  expect(astray.map(({ id, file }) => `${id} is declared in ${file}`)).toEqual([]);
});

test.each(Object.entries(caseFiles))('%s.ts exports the cases that the index names', async (file, declare) => {
  const name = basename(file).replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  expect((await import(`./${file}.ts`))[`${name}Cases`]).toBe(declare);
});

test('every file in a folder of cases is in the index', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^index\.|\.test\.ts$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name).slice(import.meta.dirname.length + 1))
    .filter((file) => !shared.includes(file.split('/')[0] ?? ''));
  expect(files.sort()).toEqual(
    Object.keys(caseFiles)
      .map((file) => `${file}.ts`)
      .sort(),
  );
});

test('each file declares a case', () => {
  expect(Object.keys(caseFiles).filter((file) => !cases.some((one) => one.file === `cases/${file}.ts`))).toEqual([]);
});

test('an operation or a state without a file of cases stops the suite', () => {
  const contract = loadContract();
  const refund = { ...contract, operations: contract.operations.map((operation) => ({ ...operation, slug: 'refund-payment' })) };
  expect(() => allCases(refund)).toThrow('conformance/cases/answers/refund-payment.ts is missing');
  const lifecycle = { ...contract.lifecycle, states: [...contract.lifecycle.states, 'REFUNDED'] };
  expect(() => allCases({ ...contract, lifecycle })).toThrow('conformance/cases/lifecycle/refunded.ts is missing');
});

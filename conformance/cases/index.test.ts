import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { loadContract, readContract } from '../payments/load-contract.ts';
import { addCancel } from '../testing/changes/add-cancel.ts';
import { changedContract } from '../testing/changes/change-contract.ts';
import { storeAwayCases } from './answers/store-away.ts';
import { caseFiles, declareCases } from './index.ts';

/** Folders whose modules are shared by files of cases. They declare no cases of their own. */
const shared = ['derive', 'plain', 'play', 'violations'];

const { cases } = declareCases(loadContract());

test('the first part of an id is the folder of its file', () => {
  const astray = cases.filter(
    ({ id, file }) => !file.startsWith('cases/derive/') && !file.startsWith(`cases/${id.split('/')[0]}`),
  );
  expect(astray.map(({ id, file }) => `${id} is declared in ${file}`)).toEqual([]);
});

test.each(Object.entries(caseFiles))('%s.ts exports the cases that the index names', async (file, declare) => {
  const name = basename(file).replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  expect((await import(/* @vite-ignore */ `./${file}.ts`))[`${name}Cases`]).toBe(declare);
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

test('an operation and a state without a file of cases have the derived ones', () => {
  const { cases: more, mistakes } = declareCases(readContract(changedContract(addCancel)));
  expect(mistakes).toEqual([]);
  const files = more.flatMap(({ id, file }) => (/^(cancel-payment|lifecycle\/CANCELLED)\//.test(id) ? [file] : []));
  expect(files.length).toBeGreaterThan(150);
  expect(files.filter((file) => !file.startsWith('cases/derive/'))).toEqual([]);
  expect([...new Set(files)].filter((file) => !existsSync(join(import.meta.dirname, '..', file)))).toEqual([]);
});

test('two operations of one verb have cases of their own', () => {
  const contract = loadContract();
  const [create] = contract.operations;
  if (!create) throw new Error('The contract has no operation.');
  const payout = { ...create, id: 'createPayout', slug: 'create-payout' };
  const ids = storeAwayCases({ ...contract, operations: [...contract.operations, payout] }).map(({ id }) => id);
  expect(ids).toContain('answers/store-away/create');
  expect(ids).toContain('answers/store-away/create-payout');
  expect(new Set(ids).size).toBe(ids.length);
});

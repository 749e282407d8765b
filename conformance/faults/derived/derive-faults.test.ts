import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadContract, readContract } from '../../payments/load-contract.ts';
import { type Contract, requirementById } from '../../src/contract/contract.ts';
import { planCases } from '../../src/engine/plan-cases.ts';
import { addCancel } from '../../testing/changes/add-cancel.ts';
import { addParts, addProperties, addReference } from '../../testing/changes/add-properties.ts';
import { changedContract } from '../../testing/changes/change-contract.ts';
import { checkSubject } from '../../testing/check-subject.ts';
import { writtenFaults } from '../index.ts';
import { deriveMissing, listUnproven } from '../unproven.ts';
import { deriveFaults } from './derive-faults.ts';

const folder = mkdtempSync(join(tmpdir(), 'derived-faults-'));
afterAll(() => rmSync(folder, { recursive: true }));

const path = join(folder, 'openapi.yaml');
const text = changedContract(addCancel, addReference, addProperties, addParts);
writeFileSync(path, text);
const contract: Contract = readContract(text);
const planned = planCases(contract);
const shipped = new Set(deriveMissing(loadContract(), writtenFaults).map(({ id }) => id));
const added = deriveMissing(contract, writtenFaults).filter(({ id }) => !shipped.has(id));

test('the contract, and a contract with changes of many kinds, have a fault for each requirement', () => {
  expect(listUnproven(loadContract(), writtenFaults)).toEqual([]);
  expect(listUnproven(contract, writtenFaults)).toEqual([]);
  expect(added.length).toBeGreaterThan(20);
});

test('no fault can be derived for a requirement about the whole contract', () => {
  const { about: _about, ...any } = requirementById(contract, 'fetch-answers-invoice');
  const quick = { ...any, id: 'fetch-is-quick', pointer: '/x-requirements/0' };
  expect(deriveFaults(contract, quick)).toEqual([]);
});

test.each(added.map((fault) => ({ id: fault.id, fault })))(
  '$id is caught by the cases of what it breaks',
  async ({ fault }) => {
    const cases = planned.filter(({ requirement, covers = [], tries }) =>
      fault.clause === undefined ? [requirement, ...covers].includes(fault.breaks) : tries.includes(fault.clause),
    );
    const running = await fault.start({ contract: path });
    const ids = cases.map(({ id }) => id);
    const results = await checkSubject(running, true, [...contract.features.keys()], ids, contract).finally(() =>
      running.close(),
    );
    const found = results.flatMap(({ findings }) => findings.map(({ requirement }) => requirement));
    expect(found).toContain(fault.breaks);
  },
  60_000,
);

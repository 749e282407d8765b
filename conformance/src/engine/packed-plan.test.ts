import { expect, test } from 'vitest';
import { findCases } from '../../cases/index.ts';
import { loadContract } from '../../payments/load-contract.ts';
import { packPlan, readPackedPlan } from './packed-plan.ts';
import { planCases } from './plan-cases.ts';

const contract = loadContract();
const planned = planCases(contract);

test('the plan in a package is the plan of the sources', () => {
  const packed = readPackedPlan(contract, () => packPlan(contract, planned));
  expect(JSON.stringify(packed)).toBe(JSON.stringify(planned));
});

test('every planned case is found by its file and id', () => {
  const find = findCases(contract);
  expect(planned.flatMap(({ file, id, title }) => (find(file, id)?.title === title ? [] : [id]))).toEqual([]);
});

test('a plan for another contract is not used', () => {
  const text = packPlan({ ...contract, sha256: '0' }, planned);
  expect(readPackedPlan(contract, () => text)).toBeUndefined();
});

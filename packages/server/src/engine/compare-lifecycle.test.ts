import { expect, test } from 'vitest';
import { loadLifecycle } from '../start/refuse-other-lifecycle.ts';
import { compareLifecycle, type Lifecycle } from './compare-lifecycle.ts';

const contract = loadLifecycle();
const withTransitions = (transitions: Lifecycle['transitions']): Lifecycle => ({ ...contract, transitions });
const [first] = contract.transitions;
if (!first) throw new Error('The contract has no transitions.');

test("the engine's table is the contract's", () => {
  expect(compareLifecycle(contract)).toEqual([]);
});

test.each([
  ['another status', { ...first, to: 'PAID' }],
  ['another problem', { ...first, problem: 'receipt_invalid' }],
  ['another callback', { ...first, callback: 'invoice.paid' }],
])('a transition with %s is told', (_what, changed) => {
  const differences = compareLifecycle(withTransitions([changed, ...contract.transitions.slice(1)]));
  expect(differences).toEqual([expect.stringMatching(/^receipt-below-amount at PENDING: the engine has .*, the contract /)]);
});

test('a transition that is missing, stated twice, or of a new status or event is told', () => {
  expect(compareLifecycle(withTransitions(contract.transitions.slice(1)))).toHaveLength(1);
  expect(compareLifecycle(withTransitions([first, ...contract.transitions]))).toHaveLength(1);
  expect(compareLifecycle(withTransitions([...contract.transitions, { ...first, from: ['REFUNDED'] }]))).toHaveLength(1);
  expect(compareLifecycle({ ...contract, events: { ...contract.events, 'receipt-revoked': {} } })).toHaveLength(1);
});

test('another first or final status is told', () => {
  expect(compareLifecycle({ ...contract, initial: 'UNDER_PAID' })).toHaveLength(1);
  expect(compareLifecycle({ ...contract, terminal: ['PAID', 'FAILED'] })).toHaveLength(1);
});

import { lifecycleContract } from '../lifecycle-contract.ts';
import { wrong } from '../make-mistake.ts';
import type { Document, RuleTest } from '../test-rules.ts';

const base = structuredClone(lifecycleContract);
const transition = (d: Document, index: number) => d.components.schemas.Status['x-lifecycle'].transitions[index];
base['x-requirements'] = [
  { id: 'paid-is-final', text: 'A PAID invoice never changes: 409 `invoice_closed`.' },
  { id: 'payment-counts', text: 'A payment returns 200 with the invoice.' },
  { id: 'shop-never-changes', text: 'A SHOP invoice never changes.' },
];
transition(base, 0).requirement = 'payment-counts';
const at = '#/x-requirements/0/text';

export const lifecycleWords: RuleTest = {
  base,
  finds: {
    'a problem of no transition': wrong(
      at,
      'A PAID invoice never changes: `invoice_closed` or `invoice_odd`.',
      "'paid-is-final' names invoice_odd, which none of its transitions has",
    ),
    'a transition with another problem': [
      (d) => {
        transition(d, 3).requirement = 'paid-is-final';
        transition(d, 3).problem = 'invoice_odd';
      },
      at,
      "'paid-is-final' names invoice_closed, and a transition of it has invoice_odd",
    ],
    'a success of no transition': [
      (d) => {
        transition(d, 0).status = 202;
      },
      '#/x-requirements/1/text',
      '\'payment-counts\' says "returns 200", and none of its transitions has that status',
    ],
    'a final state that is left': [
      (d) => {
        transition(d, 6).to = 'LATE';
      },
      at,
      "'paid-is-final' says that PAID never changes, and 'expiry-due' changes it",
    ],
    'a final state whose fields change': [
      (d) => {
        transition(d, 1).changes = ['paidAmount'];
      },
      at,
      "says that PAID never changes, and 'part-paid' changes it",
    ],
  },
};

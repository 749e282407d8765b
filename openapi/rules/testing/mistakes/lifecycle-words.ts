import { lifecycleContract } from '../base-contracts.ts';
import { type Document, put, type RuleTest, wrong } from '../make-mistake.ts';

const base = structuredClone(lifecycleContract);
const transition = (d: Document, index: number) => d.components.schemas.Status['x-lifecycle'].transitions[index];
base['x-requirements'] = [
  { id: 'paid-is-final', text: 'A PAID invoice never changes: 409 `invoice_closed`.' },
  { id: 'payment-counts', text: 'A payment returns 200 with the invoice.' },
  { id: 'shop-never-changes', text: 'A SHOP invoice never changes.' },
];
transition(base, 0).requirement = 'payment-counts';
const textAt = '#/x-requirements/0/text';

const lifecycleWords: RuleTest = {
  base,
  finds: {
    'a problem of no transition': wrong(
      textAt,
      'A PAID invoice never changes: `invoice_closed` or `invoice_odd`.',
      "'paid-is-final' names invoice_odd, which none of its transitions has",
    ),
    'a transition with another problem': [
      (d) => {
        transition(d, 3).requirement = 'paid-is-final';
        transition(d, 3).problem = 'invoice_odd';
      },
      textAt,
      "'paid-is-final' names invoice_closed, but one of its transitions has invoice_odd",
    ],
    'a success of no transition': [
      put('#/components/schemas/Status/x-lifecycle/transitions/0/status', 202),
      '#/x-requirements/1/text',
      `'payment-counts' says "returns 200", but none of its transitions has that status`,
    ],
    'a final state that is left': [
      put('#/components/schemas/Status/x-lifecycle/transitions/6/to', 'LATE'),
      textAt,
      "'paid-is-final' says that PAID never changes, but 'expiry-due' changes it",
    ],
    'a final state whose fields change': [
      put('#/components/schemas/Status/x-lifecycle/transitions/1/changes', ['paidAmount']),
      textAt,
      "'paid-is-final' says that PAID never changes, but 'part-paid' changes it",
    ],
  },
};

export const lifecycleWordMistakes: Readonly<Record<string, RuleTest>> = { 'lifecycle-words': lifecycleWords };

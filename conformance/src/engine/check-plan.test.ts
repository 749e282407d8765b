import { expect, test } from 'vitest';
import { addCancel } from '../../testing/changes/add-cancel.ts';
import { addHold } from '../../testing/changes/add-hold.ts';
import { addReference } from '../../testing/changes/add-reference.ts';
import { type ChangeContract, changedContract } from '../../testing/changes/change-contract.ts';
import { loadContract, readContract } from '../contract/load-contract.ts';
import { describeOwed } from './check-plan.ts';
import { planAll, planCases } from './plan-cases.ts';

const debtsOf = (...changes: ChangeContract[]): string[] => {
  const contract = readContract(changedContract(...changes));
  return describeOwed(contract, planAll(contract));
};

const statusOf = (document: Parameters<ChangeContract>[0]) => document.components.schemas.InvoiceStatus;

test('every requirement, cell, kind of mistake and echo of the contract is tried', () => {
  expect(debtsOf()).toEqual([]);
});

test('an operation with a state of its own and a property that is repeated owe nothing: their cases are derived', () => {
  expect(debtsOf(addCancel, addReference)).toEqual([]);
});

test('a state that only another added state leads to is reached, by two operations', () => {
  expect(debtsOf(addHold)).toEqual([]);
  const planned = planCases(readContract(changedContract(addHold)));
  const cells = planned.flatMap(({ id }) => (/^lifecycle\/(HELD|REVIEWED)\/[a-z-]+$/.test(id) ? [id] : []));
  expect(cells).toContain('lifecycle/REVIEWED/cancelled');
  expect(cells).toContain('lifecycle/HELD/review');
  expect(cells.length).toBe(28);
});

test('at least 85 of 100 cases are derived from the contract', () => {
  const planned = planCases(loadContract());
  expect(planned.filter(({ derived }) => derived).length / planned.length).toBeGreaterThanOrEqual(0.85);
});

test.each<[string, ChangeContract, string]>([
  [
    'a requirement without a case',
    (document) =>
      document.paths['/api/v1/payments/fetch'].post['x-requirements'].push({
        ...{
          id: 'fetch-is-quick',
          level: 'SHOULD',
          support: 'extended',
          feature: 'limits',
          source: 'D-16',
          text: 'Fetch is quick.',
        },
      }),
    'Requirement fetch-is-quick has no case',
  ],
  [
    'an event that nothing is known to cause',
    (document) => {
      const { events, transitions } = statusOf(document)['x-lifecycle'];
      events['receipt-disputed'] = { cause: 'operation', operation: 'submitReceipt', description: 'A receipt is disputed.' };
      const from = statusOf(document).enum;
      transitions.push({
        event: 'receipt-disputed',
        from,
        to: 'same',
        problem: 'invoice_failed',
        requirement: 'lifecycle-failed-is-final',
      });
    },
    'receipt-disputed in PENDING: no cause is known; write one in conformance/src/subject/causes.ts',
  ],
  [
    'a state that nothing leads to',
    (document) => {
      const status = statusOf(document);
      status.enum.push('LOST');
      for (const event of Object.keys(status['x-lifecycle'].events))
        status['x-lifecycle'].transitions.push({ event, from: ['LOST'], to: 'same', requirement: 'lifecycle-read' });
    },
    'fetched in LOST: no way into LOST is known; write one in conformance/src/subject/ways-into.ts',
  ],
  [
    'a cell that the lifecycle leaves out',
    (document) => {
      const lifecycle = statusOf(document)['x-lifecycle'];
      lifecycle.transitions = lifecycle.transitions.filter(
        ({ event, from }: { event: string; from: string[] }) => event !== 'expiry-due' || !from.includes('PAID'),
      );
    },
    'expiry-due in PAID: the lifecycle says nothing of it',
  ],
  [
    'an operation without the requirement that its scope demands',
    (document) => {
      const { post } = document.paths['/api/v1/payments/fetch'];
      post['x-requirements'] = post['x-requirements'].filter(({ about }: { about?: string }) => about !== 'scope');
    },
    'Operation fetchPayment has no requirement with about: scope',
  ],
  [
    'a property of a response that promises nothing',
    (document) => {
      const { properties } = document.components.schemas.PaymentInvoice;
      properties.colour = { type: 'string', description: 'Of the page.' };
    },
    'No requirement stands at /components/schemas/PaymentInvoice/properties/colour',
  ],
  [
    'a field with another name',
    ({ components: { schemas } }) => {
      const { properties, required } = schemas.PaymentInvoice;
      properties.remark = properties.note;
      delete properties.note;
      required.splice(required.indexOf('note'), 1, 'remark');
    },
    'The invoice has no note, which cases read by that name',
  ],
  [
    'a grammar that none of its examples matches',
    (document) => {
      addReference(document);
      document.components.schemas.CreatePaymentRequest.properties.reference.pattern = '^[A-Z]-[0-9]+$';
    },
    'No value for /components/schemas/CreatePaymentRequest/properties/reference can be made: give one under examples.',
  ],
])('the plan stops at %s', (_, change, debt) => {
  expect(debtsOf(change).join('\n')).toContain(debt);
  expect(() => planCases(readContract(changedContract(change)))).toThrow(debt);
});

test('what says why it is not tested owes nothing', () => {
  const debts = debtsOf((document) => {
    document.paths['/api/v1/payments/fetch'].post['x-requirements'].push({
      ...{
        id: 'fetch-is-quick',
        level: 'SHOULD',
        support: 'extended',
        feature: 'limits',
        source: 'D-16',
        text: 'Fetch is quick.',
      },
      untestable: 'Nobody says how quick.',
    });
    const { events, transitions } = statusOf(document)['x-lifecycle'];
    events['receipt-disputed'] = { cause: 'operation', operation: 'submitReceipt', description: 'A receipt is disputed.' };
    transitions.push({
      event: 'receipt-disputed',
      from: statusOf(document).enum,
      to: 'same',
      untested: 'No rail has disputes yet.',
    });
  });
  expect(debts).toEqual([]);
});

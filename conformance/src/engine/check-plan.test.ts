import { expect, test } from 'vitest';
import { loadContract, readContract } from '../../payments/load-contract.ts';
import { addCancel, addHold } from '../../testing/changes/add-cancel.ts';
import { addReference } from '../../testing/changes/add-properties.ts';
import { type ChangeContract, changedContract } from '../../testing/changes/change-contract.ts';
import { describeOwed } from './check-plan.ts';
import { planAll, planCases } from './plan-cases.ts';

const debtsOf = (...changes: ChangeContract[]): string[] => {
  const contract = readContract(changedContract(...changes));
  return describeOwed(contract, planAll(contract));
};

const statusOf = (document: Parameters<ChangeContract>[0]) => document.components.schemas.InvoiceStatus;

const renameFeature = (document: Parameters<ChangeContract>[0], name: string, other: string): void => {
  const { [name]: described, ...features } = document['x-features'];
  document['x-features'] = { ...features, [other]: described };
  const walk = (node: Parameters<ChangeContract>[0]): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const key of ['feature', 'x-feature']) if (node[key] === name) node[key] = other;
    for (const part of Object.values(node)) walk(part);
  };
  walk(document);
};

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
  expect(cells.length).toBe(30);
});

test('at least 88 of 100 cases are derived from the contract', () => {
  const planned = planCases(loadContract());
  expect(planned.filter(({ derived }) => derived).length / planned.length).toBeGreaterThanOrEqual(0.88);
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
    'receipt-disputed in FAILED, receipt-disputed in EXPIRED: no cause is known; write one in conformance/payments',
  ],
  [
    'a state that nothing leads to',
    (document) => {
      const status = statusOf(document);
      status.enum.push('LOST');
      for (const event of Object.keys(status['x-lifecycle'].events))
        status['x-lifecycle'].transitions.push({ event, from: ['LOST'], to: 'same', requirement: 'lifecycle-read' });
    },
    'fetched in LOST: no way into LOST is known; write one in conformance/payments',
  ],
  [
    'a cell that the lifecycle leaves out',
    (document) => {
      const lifecycle = statusOf(document)['x-lifecycle'];
      lifecycle.transitions = lifecycle.transitions.filter(
        ({ event, from }: { event: string; from: string[] }) => event !== 'expiry-due' || !from.includes('PAID'),
      );
    },
    'expiry-due in PAID: the lifecycle does not mention it',
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
      properties.font = { type: 'string', description: 'Of its texts.' };
    },
    'No requirement stands at /components/schemas/PaymentInvoice/properties/colour, /components/schemas/PaymentInvoice/properties/font: say',
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
    'a header with another name',
    ({ components: { responses } }) => {
      for (const { headers } of Object.values<Parameters<ChangeContract>[0]>(responses))
        if (headers?.['X-Request-Id']) headers['Request-Id'] = headers['X-Request-Id'];
      for (const { headers } of Object.values<Parameters<ChangeContract>[0]>(responses)) delete headers?.['X-Request-Id'];
    },
    'The contract has no header X-Request-Id, which cases read by that name',
  ],
  [
    'a key with another name',
    ({ components: { parameters } }) => {
      parameters.IdempotencyKey.name = 'Create-Key';
    },
    'The contract has no parameter Idempotency-Key, which cases read by that name',
  ],
  [
    'keys that may not be in quotes',
    ({ components: { parameters } }) => {
      parameters.IdempotencyKey.schema = { type: 'string', format: 'uuid' };
    },
    'Requirement idempotency-key-quoted has no case',
  ],
  [
    'keys that may be no UUID',
    ({ components: { parameters } }) => {
      parameters.IdempotencyKey.schema.pattern = '^[a-z]{1,20}$';
    },
    'This contract allows no UUID as an Idempotency-Key',
  ],
  [
    'a header of events with another name',
    ({ paths }) => {
      const [item] = Object.values<Parameters<ChangeContract>[0]>(paths['/api/v1/payments/create'].post.callbacks.invoiceChanged);
      item.post.parameters[0].name = 'event-id';
    },
    'The contract has no header of callbacks webhook-id, which cases read by that name',
  ],
  [
    'a feature with another name that cases read',
    (document) => renameFeature(document, 'problem-details', 'problems'),
    'The contract has no feature problem-details, which cases read by that name',
  ],
  [
    'a feature with another name that cases ask for',
    (document) => renameFeature(document, 'rate-limits', 'throttling'),
    'asks for the feature rate-limits, which the contract does not have',
  ],
  [
    'a requirement that nobody can try, and cases do',
    (document) => {
      const { note } = document.components.schemas.PaymentInvoice.properties;
      note['x-requirements'][2].untestable = 'Nobody sees every note.';
    },
    'The requirement invoice-note-unique says `untestable`, and create-payment/answer/note/unique and 1 more tries it',
  ],
  [
    'a problem that nobody can meet, and a case does',
    (document) => {
      document['x-problems'].receipt_not_final.untestable = 'No rail is that slow.';
    },
    'The problem receipt_not_final says `untestable`, and',
  ],
  [
    'a cell that nobody can try, and a case does',
    (document) => {
      const { transitions } = statusOf(document)['x-lifecycle'];
      transitions.find(({ event }: { event: string }) => event === 'expiry-due').untested = 'Nobody waits.';
    },
    'expiry-due in PENDING says `untested`, and',
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
  expect(() => planCases(readContract(changedContract(change)))).toThrow(debt);
});

test('a header named like a part of every response, and an operation whose body needs no field, owe nothing', () => {
  const debts = debtsOf(({ components: { headers, responses, schemas } }) => {
    headers.MediaType = {
      ...{ description: 'The type.', required: true, 'x-feature': 'media-types', schema: { type: 'string', examples: ['a'] } },
      'x-requirements': [
        {
          ...{ id: 'type-is-told', level: 'MUST', source: 'D-17' },
          support: 'extended',
          feature: 'media-types',
          text: 'It is told.',
        },
      ],
    };
    responses.FetchedInvoice.headers['Media-Type'] = { $ref: '#/components/headers/MediaType' };
    schemas.FetchPaymentRequest.required = undefined;
    schemas.FetchPaymentRequest.properties.invoiceId['x-requirements'] = schemas.FetchPaymentRequest.properties.invoiceId[
      'x-requirements'
    ].filter(({ id }: { id: string }) => id !== 'fetch-requires-invoice-id');
  });
  // Excludes the cases in `cases/fetch-payment`, because they assume that the id is required.
  expect(debts.filter((debt) => !debt.includes('cases/fetch-payment/'))).toEqual([]);
});

test('an entry that says why it is not tested needs no case', () => {
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

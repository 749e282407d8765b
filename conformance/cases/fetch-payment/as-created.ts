import type { Case } from '../../src/case/case.ts';
import { compareMember } from '../../src/checks/compare-invoices.ts';
import { type Contract, operationById, requirementById } from '../../src/contract/contract.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { sharedCreate, sharedFetch } from '../../src/subject/shared-exchanges.ts';
import { changingFields } from '../play/changing-fields.ts';

/** Fetch returns the invoice as it was created, at every read. */
export function asCreatedCases(contract: Contract): Case[] {
  const fetch = operationById(contract, 'fetchPayment');
  const same = requirementById(contract, 'fetch-reads-what-was-created');
  const members = Object.keys(fetch.answer.properties ?? {}).filter((member) => !changingFields.includes(member));
  return [
    ...members.map(
      (member): Case => ({
        id: `fetch-payment/as-created/${member}`,
        title: `${member} is at fetch what it was at create`,
        requirement: same.id,
        operations: ['create-payment', fetch.slug],
        async run({ subject }) {
          const [created, fetched] = [await sharedCreate(subject), await sharedFetch(subject)];
          invoiceOf(fetched);
          return compareMember(fetch, same, member, created, fetched);
        },
      }),
    ),
    {
      id: 'fetch-payment/as-created/again',
      title: 'A second fetch reads the same as the first',
      requirement: same.id,
      operations: [fetch.slug],
      async run({ subject }) {
        const first = await sharedFetch(subject);
        const second = await subject.fetch(invoiceOf(first).id);
        invoiceOf(second);
        return members.flatMap((member) => compareMember(fetch, same, member, first, second));
      },
    },
  ];
}

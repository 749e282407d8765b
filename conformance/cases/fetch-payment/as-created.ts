import type { Case } from '../../src/case/case.ts';
import { compareMember } from '../../src/checks/compare-invoices.ts';
import { type Contract, operationById, requirementById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { sharedCreate, sharedFetch } from '../../src/subject/shared-exchanges.ts';

/** Members that a payment or the clock may change between two reads. */
const changing = ['status', 'receiptId', 'paidAmount'];

/** Fetch gives the invoice that was asked for, as it was created, at every read. */
export function asCreatedCases(contract: Contract): Case[] {
  const fetch = operationById(contract, 'fetchPayment');
  const same = requirementById(contract, 'fetch-reads-what-was-created');
  const answers = requirementById(contract, 'fetch-answers-invoice');
  const members = Object.keys(fetch.answer.properties ?? {}).filter((member) => !changing.includes(member));
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
    {
      id: 'fetch-payment/answer/the-one-asked-for',
      title: 'Of two invoices, fetch gives each for its own id',
      requirement: answers.id,
      operations: ['create-payment', fetch.slug],
      async run({ subject }) {
        const ids = [invoiceOf(await sharedCreate(subject)).id, invoiceOf(await subject.create()).id];
        for (const id of ids) {
          const exchange = await subject.fetch(id);
          const invoice = invoiceOf(exchange);
          if (invoice.id === id) continue;
          return [
            {
              requirement: answers.id,
              level: answers.level,
              member: 'id',
              pointer: `${fetch.answerPointer}/properties/id`,
              expected: `id: ${showValue(id)}, the one asked for`,
              received: `id: ${showValue(invoice.id)}`,
              exchanges: [exchange],
            },
          ];
        }
        return [];
      },
    },
  ];
}

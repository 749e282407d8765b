import type { Case } from '../../src/case/case.ts';
import { type Contract, operationById, requirementById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { sharedCreate } from '../../src/subject/shared-exchanges.ts';

/** What only several creates, or several members together, can show. */
export function identityCases(contract: Contract): Case[] {
  const create = operationById(contract, 'createPayment');
  const distinct = requirementById(contract, 'create-ids-distinct');
  const expiry = requirementById(contract, 'invoice-expires-after-creation');
  return [
    {
      id: 'create-payment/answer/id/distinct',
      title: 'Eight creates of the same body, six of them at once, give eight ids',
      requirement: distinct.id,
      operations: [create.slug],
      alone: true,
      async run({ subject }) {
        const exchanges = [
          await subject.create(),
          await subject.create(),
          ...(await Promise.all([1, 2, 3, 4, 5, 6].map(() => subject.create()))),
        ];
        const ids = exchanges.map((exchange) => invoiceOf(exchange).id);
        const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
        if (repeated === undefined) return [];
        return [
          {
            requirement: distinct.id,
            level: distinct.level,
            member: 'id',
            pointer: `${create.answerPointer}/properties/id`,
            expected: 'id: another one in each of eight answers',
            received: `id: ${ids.map(showValue).join(', ')}`,
            exchanges,
          },
        ];
      },
    },
    {
      id: 'create-payment/answer/expiresAt/after-creation',
      title: 'expiresAt is later than createdAt',
      requirement: expiry.id,
      operations: [create.slug],
      async run({ subject }) {
        const exchange = await sharedCreate(subject);
        const { createdAt, expiresAt } = invoiceOf(exchange);
        const lifetime = Date.parse(String(expiresAt)) - Date.parse(String(createdAt));
        // What is no date is another case's finding.
        if (Number.isNaN(lifetime) || lifetime > 0) return [];
        return [
          {
            requirement: expiry.id,
            level: expiry.level,
            member: 'expiresAt',
            pointer: `${create.answerPointer}/properties/expiresAt`,
            expected: `expiresAt: later than createdAt, ${showValue(createdAt)}`,
            received: `expiresAt: ${showValue(expiresAt)}`,
            exchanges: [exchange],
          },
        ];
      },
    },
  ];
}

import type { Case } from '../../src/case/case.ts';
import { type Contract, operationById } from '../../src/contract/contract.ts';
import { broken } from '../../src/outcome/finding.ts';
import { outcomeOf } from '../../src/subject/baseline.ts';

/**
 * Derives a case which checks that an operation exists at its path. Create needs no such case, because every run starts with it.
 */
export function derivePath(contract: Contract, operationId: string): Case[] {
  const operation = operationById(contract, operationId);
  if (operationId === 'createPayment') return [];
  return [
    {
      id: `${operation.slug}/path`,
      title: `${operation.slug} is found at ${operation.path}`,
      requirement: 'paths-under-v1',
      operations: [operation.slug],
      derived: true,
      async run({ subject }) {
        const exchange = await outcomeOf(subject, operation);
        if (exchange.answer?.status !== 404 && exchange.answer?.status !== 405) return [];
        const received = `${exchange.answer.status} at ${operation.path}`;
        const about = { pointer: operation.pointer, expected: 'a response of the operation', received, exchanges: [exchange] };
        return broken(contract, 'paths-under-v1', about);
      },
    },
  ];
}

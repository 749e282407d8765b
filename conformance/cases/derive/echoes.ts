import type { Case } from '../../src/case/case.ts';
import { type Contract, operationById, requirementById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { createdWith, fetchedWith, knownReturnUrl } from '../play/create-with.ts';

/** A value that is sent to create, and the field in which it must come back. */
interface Echo {
  id: string;
  member: string;
  requirement: string;
  /** Fields that are sent beside the smallest body. */
  sent: Record<string, unknown>;
  /** Returns the value that the response must have. */
  expected(subject: Subject): unknown;
  same?(expected: unknown, received: unknown): boolean;
}

const echoes: Echo[] = [
  {
    id: 'cash-tag',
    member: 'cashTag',
    requirement: 'invoice-cash-tag',
    sent: {},
    expected: ({ settings }) => settings.cashTag,
    same: (expected, received) => bare(expected) === bare(received),
  },
  { id: 'amount', member: 'amount', requirement: 'invoice-amount', sent: {}, expected: ({ settings }) => settings.amount },
  { id: 'is-white-label-absent', member: 'isWhiteLabel', requirement: 'invoice-is-white-label', sent: {}, expected: () => false },
  {
    id: 'is-white-label-true',
    member: 'isWhiteLabel',
    requirement: 'invoice-is-white-label',
    sent: { isWhiteLabel: true },
    expected: () => true,
  },
  {
    id: 'is-white-label-false',
    member: 'isWhiteLabel',
    requirement: 'invoice-is-white-label',
    sent: { isWhiteLabel: false },
    expected: () => false,
  },
  {
    id: 'return-url',
    member: 'returnUrl',
    requirement: 'invoice-return-url',
    sent: { returnUrl: knownReturnUrl },
    expected: () => knownReturnUrl,
  },
  { id: 'return-url-absent', member: 'returnUrl', requirement: 'invoice-return-url', sent: {}, expected: () => null },
];

/** Derives the cases that a create's values come back, from create and from fetch. */
export function deriveEchoes(contract: Contract, operationId: 'createPayment' | 'fetchPayment'): Case[] {
  const operation = operationById(contract, operationId);
  return echoes.map((echo): Case => {
    const requirement = requirementById(contract, echo.requirement);
    return {
      id: `${operation.slug}/echo/${echo.id}`,
      title: `${echo.member} in the answer of ${operation.slug} is what create was sent${Object.keys(echo.sent).length === 0 ? '' : ` (${showValue(echo.sent)})`}`,
      requirement: requirement.id,
      operations: [...new Set(['create-payment', operation.slug])],
      async run({ subject }) {
        const created = await createdWith(subject, echo.sent);
        const exchange = operationId === 'createPayment' ? created : await fetchedWith(subject, echo.sent);
        const invoice = invoiceOf(exchange);
        const expected = echo.expected(subject);
        const same = echo.same ?? ((one, other) => one === other);
        if (Object.hasOwn(invoice, echo.member) && same(expected, invoice[echo.member])) return [];
        return [
          {
            requirement: requirement.id,
            level: requirement.level,
            member: echo.member,
            pointer: `${operation.responsePointer}/properties/${echo.member}`,
            expected: `${echo.member}: ${showValue(expected)}`,
            received: `${echo.member}: ${showValue(invoice[echo.member])}`,
            exchanges: exchange === created ? [created] : [created, exchange],
          },
        ];
      },
    };
  });
}

function bare(tag: unknown): unknown {
  return typeof tag === 'string' ? tag.replace(/^\$/, '').toLowerCase() : tag;
}

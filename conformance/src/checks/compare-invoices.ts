import type { Operation, Requirement } from '../contract/contract.ts';
import { showValue } from '../contract/describe-schema.ts';
import { answerObject, type Exchange } from '../http/exchange.ts';
import type { Finding } from '../outcome/finding.ts';

/** One member of the same invoice, read twice. Times are equal when they name the same instant. */
export function compareMember(
  operation: Operation,
  requirement: Requirement,
  member: string,
  before: Exchange,
  after: Exchange,
): Finding[] {
  const expected = memberOf(before, member);
  const received = memberOf(after, member);
  // What one of the two answers lacks is another case's finding.
  if (expected === undefined || received === undefined || sameValue(expected, received)) return [];
  return [
    {
      requirement: requirement.id,
      level: requirement.level,
      member,
      pointer: `${operation.answerPointer}/properties/${member}`,
      expected: `${member}: ${showValue(expected)}, as ${before.request.path} answered`,
      received: `${member}: ${showValue(received)}`,
      exchanges: [before, after],
    },
  ];
}

function memberOf(exchange: Exchange, member: string): unknown {
  return exchange.answer && answerObject(exchange.answer)?.[member];
}

function sameValue(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') {
    return one === other || (/^\d{4}-\d\d-\d\d[T ]\d/i.test(one) && Date.parse(one) === Date.parse(other));
  }
  return JSON.stringify(one) === JSON.stringify(other);
}

import type { Case } from '../../../src/case/case.ts';
import { type Contract, operationById } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { type Exchange, responseObject } from '../../../src/http/exchange.ts';
import { broken } from '../../../src/outcome/finding.ts';
import type { Subject } from '../../../src/subject/subject.ts';

/** A request in which a string has the maximum length. */
interface Longest {
  id: string;
  title: string;
  requirement: string;
  send(subject: Subject): Promise<Exchange>;
  /** A problem code that is only returned after the length has been accepted. */
  code: string;
}

export function longestOf(contract: Contract, operationId: string, field: string): number {
  return Number(operationById(contract, operationId).request.properties?.[field]?.maxLength);
}

/**
 * Makes a string of this many characters that has more bytes and UTF-16 units than characters, because every other character is
 * beyond U+FFFF.
 */
export const wideText = (length: number): string => '\u20ac\u{1f4b6}'.repeat(length / 2) + '\u20ac'.repeat(length % 2);

/** Derives a case which checks that a string of the maximum length is not refused for its length. */
export function deriveLongest(contract: Contract, { id, title, requirement, send, code }: Longest): Case {
  return {
    id,
    title,
    requirement,
    operations: [id.split('/')[0] ?? ''],
    features: ['problem-details'],
    derived: true,
    async run({ subject }) {
      const exchange = await send(subject);
      const received = exchange.answer && responseObject(exchange.answer)?.code;
      // A refusal for another reason means that the length was accepted.
      if (received !== 'validation_failed' && exchange.answer?.status !== 413) return [];
      return broken(contract, requirement, { expected: code, received: showValue(exchange.answer?.text), exchanges: [exchange] });
    },
  };
}

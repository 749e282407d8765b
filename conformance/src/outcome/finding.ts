import { type Contract, type Requirement, requirementById } from '../contract/contract.ts';
import { showValue } from '../contract/describe-schema.ts';
import type { Exchange } from '../http/exchange.ts';

/** A violation of a requirement, described for the reader of a report. */
export interface Finding {
  requirement: string;
  level: Requirement['level'];
  /** The field or header that the finding is about. */
  member?: string;
  /** JSON pointer into openapi.yaml. */
  pointer: string;
  expected: string;
  received: string;
  /** The only difference between the request and the accepted baseline, in one line. */
  difference?: string;
  /** The requests with their responses, in order. The last one shows the violation. */
  exchanges: Exchange[];
  /** Shell commands that repeat the whole sequence, if a single request does not reproduce the finding. */
  script?: string;
}

/** Makes a finding about a requirement. The id may be that of a clause. Adds the requirement's level and pointer. */
export function makeFinding(
  contract: Contract,
  id: string,
  rest: Omit<Finding, 'requirement' | 'level' | 'pointer'> & { pointer?: string },
): Finding {
  const { id: requirement, level, pointer } = requirementById(contract, id);
  return { requirement, level, pointer, ...rest };
}

export const broken = (...about: Parameters<typeof makeFinding>): Finding[] => [makeFinding(...about)];

/** Makes the fields of a finding about a whole response: what was expected instead, and the response that was received. */
export function insteadOf(expected: string, exchange: Exchange): Pick<Finding, 'expected' | 'received' | 'exchanges'> {
  const { status, text } = exchange.answer ?? {};
  return { expected, received: `${status} ${showValue(text)}`, exchanges: [exchange] };
}

/** Makes the fields of a finding about one field of a response: its name, the expected value and the received value. */
export function insteadIn(
  member: string,
  expected: string,
  value: unknown,
  exchanges: Exchange[],
): Pick<Finding, 'member' | 'expected' | 'received' | 'exchanges'> {
  return { member, expected: `${member}: ${expected}`, received: `${member}: ${showValue(value)}`, exchanges };
}

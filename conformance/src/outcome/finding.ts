import { type Contract, type Requirement, requirementById } from '../contract/contract.ts';
import { showValue } from '../contract/describe-schema.ts';
import type { Exchange } from '../http/exchange.ts';

/** A requirement that a case found broken, described for a person. */
export interface Finding {
  requirement: string;
  level: Requirement['level'];
  /** The field of the request or the response, or the header, that the finding is about. */
  member?: string;
  /** JSON pointer into openapi.yaml. */
  pointer: string;
  expected: string;
  received: string;
  /** The difference between the request and the accepted baseline, in one line. */
  difference?: string;
  /** The requests and their responses, in order. The last one shows the defect. */
  exchanges: Exchange[];
  /** Shell commands that replay the whole sequence, if one request does not show the defect. A case may provide its own. */
  script?: string;
}

/** Makes a finding against a requirement, or against the requirement of a clause, with its level and its pointer. */
export function makeFinding(
  contract: Contract,
  id: string,
  rest: Omit<Finding, 'requirement' | 'level' | 'pointer'> & { pointer?: string },
): Finding {
  const { id: requirement, level, pointer } = requirementById(contract, id);
  return { requirement, level, pointer, ...rest };
}

export function broken(...about: Parameters<typeof makeFinding>): Finding[] {
  return [makeFinding(...about)];
}

/** Makes the part of a finding that names the expected response and shows the one that arrived. */
export function insteadOf(expected: string, exchange: Exchange): Pick<Finding, 'expected' | 'received' | 'exchanges'> {
  const { status, text } = exchange.answer ?? {};
  return { expected, received: `${status} ${showValue(text)}`, exchanges: [exchange] };
}

/** Makes the part of a finding that names a field of a response, what it should show, and what it shows. */
export function insteadIn(
  member: string,
  expected: string,
  value: unknown,
  exchanges: Exchange[],
): Pick<Finding, 'member' | 'expected' | 'received' | 'exchanges'> {
  return { member, expected: `${member}: ${expected}`, received: `${member}: ${showValue(value)}`, exchanges };
}

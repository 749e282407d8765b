import { type Contract, requirementById } from '../contract/contract.ts';
import type { Finding } from './finding.ts';

/**
 * Makes a finding against a requirement, or against the requirement of a clause. Level and pointer come from the requirement,
 * unless `about` gives a pointer.
 */
export function makeFinding(
  contract: Contract,
  id: string,
  rest: Omit<Finding, 'requirement' | 'level' | 'pointer'> & { pointer?: string },
): Finding {
  const { id: requirement, level, pointer } = requirementById(contract, id);
  return { requirement, level, pointer, ...rest };
}

/** Makes the list of findings for a case that found one requirement broken. */
export function broken(...about: Parameters<typeof makeFinding>): Finding[] {
  return [makeFinding(...about)];
}

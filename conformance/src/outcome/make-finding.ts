import { type Contract, requirementById } from '../contract/contract.ts';
import type { Finding } from './finding.ts';

/** Makes a finding against a requirement, or against that of a clause, with its level, and its pointer unless another is given. */
export function makeFinding(
  contract: Contract,
  id: string,
  rest: Omit<Finding, 'requirement' | 'level' | 'pointer'> & { pointer?: string },
): Finding {
  const { id: requirement, level, pointer } = requirementById(contract, id);
  return { requirement, level, pointer, ...rest };
}

/** Makes the findings of a case that found one requirement broken. */
export function broken(...about: Parameters<typeof makeFinding>): Finding[] {
  return [makeFinding(...about)];
}

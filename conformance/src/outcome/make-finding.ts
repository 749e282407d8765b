import { type Contract, requirementById } from '../contract/contract.ts';
import type { Finding } from './finding.ts';

/** Makes a finding against a requirement, with its level, and its pointer unless another is given. */
export function makeFinding(
  contract: Contract,
  id: string,
  rest: Omit<Finding, 'requirement' | 'level' | 'pointer'> & { pointer?: string },
): Finding {
  const { level, pointer } = requirementById(contract, id);
  return { requirement: id, level, pointer, ...rest };
}

/** Makes the findings of a case that found one requirement broken. */
export function broken(...about: Parameters<typeof makeFinding>): Finding[] {
  return [makeFinding(...about)];
}

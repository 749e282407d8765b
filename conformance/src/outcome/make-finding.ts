import { type Contract, requirementById } from '../contract/contract.ts';
import type { Finding } from './finding.ts';

/** A finding against a requirement, with the level that the contract gives it; where it stands is the pointer unless another is given. */
export function makeFinding(
  contract: Contract,
  id: string,
  rest: Omit<Finding, 'requirement' | 'level' | 'pointer'> & { pointer?: string },
): Finding {
  const { level, pointer } = requirementById(contract, id);
  return { requirement: id, level, pointer, ...rest };
}

import type { Contract, Requirement } from '../src/contract/contract.ts';
import { planAll } from '../src/engine/plan-cases.ts';
import { deriveFaults } from './derived/derive-faults.ts';
import type { Fault } from './fault.ts';

/** Returns the requirements that cases are about and that no fault written by hand breaks. */
export function withoutFault(contract: Contract, written: readonly Fault[]): Requirement[] {
  const broken = new Set(written.map(({ breaks }) => breaks));
  const tried = new Set(planAll(contract).planned.map(({ requirement }) => requirement));
  return [...contract.requirements.values()].filter(({ id }) => !broken.has(id) && tried.has(id));
}

/** Derives the faults of those requirements. */
export function deriveMissing(contract: Contract, written: readonly Fault[]): Fault[] {
  return withoutFault(contract, written).flatMap((requirement) => deriveFaults(contract, requirement));
}

/** Returns the ids of the requirements that no fault breaks, neither written nor derived: nothing proves their cases. */
export function listUnproven(contract: Contract, written: readonly Fault[]): string[] {
  return withoutFault(contract, written).flatMap((requirement) =>
    deriveFaults(contract, requirement).length > 0 ? [] : [requirement.id],
  );
}

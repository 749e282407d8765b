import type { Contract } from '../src/contract/contract.ts';
import { requirementById } from '../src/contract/contract.ts';
import type { Statement } from '../src/engine/list-statements.ts';
import { planAll } from '../src/engine/plan-cases.ts';
import { breakFact } from './derived/break-fact.ts';
import { deriveFaults, faultOf } from './derived/derive-faults.ts';
import type { Fault } from './fault.ts';

/** Returns the statements that are tested by a case but not broken by any written fault. */
export function withoutFault(contract: Contract, written: readonly Fault[]): Statement[] {
  const broken = new Set(written.map(({ breaks, clause = breaks }) => clause));
  const { planned, statements } = planAll(contract);
  const tried = new Set(planned.flatMap(({ tries }) => tries));
  return statements.filter(({ id }) => !broken.has(id) && tried.has(id));
}

/** Derives faults for all statements that have no written fault. */
export function deriveMissing(contract: Contract, written: readonly Fault[]): Fault[] {
  return withoutFault(contract, written).flatMap((statement) => deriveFor(contract, statement));
}

/** Returns the ids of the statements that no fault breaks. Nothing proves that the cases of these statements can fail. */
export function listUnproven(contract: Contract, written: readonly Fault[]): string[] {
  return withoutFault(contract, written).flatMap((statement) =>
    deriveFor(contract, statement).length > 0 ? [] : [statement.id],
  );
}

/** Derives faults for a requirement from its place in the contract, and for a clause from its fact, if the clause has a fact. */
function deriveFor(contract: Contract, { id, requirement, fact, text }: Statement): Fault[] {
  if (id === requirement) return deriveFaults(contract, requirementById(contract, requirement));
  const way = fact === undefined ? undefined : breakFact(contract, fact);
  if (way === undefined) return [];
  const name = `derived-${id.replace('/', '-')}`;
  return [{ ...faultOf(contract, name, way), title: `Breaks: ${text}`, breaks: requirement, clause: id }];
}

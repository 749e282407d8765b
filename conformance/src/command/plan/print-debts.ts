import type { Contract } from '../../contract/contract.ts';
import { checkPlan, describeOwed } from '../../engine/check-plan.ts';
import { planAll } from '../../engine/plan-cases.ts';

/** Prints what the contract demands and no case tries, and returns the exit code: 1 where there is something. */
export function printDebts(contract: Contract, json: boolean, print: (text: string) => void): number {
  const whole = planAll(contract);
  const { planned, statements, mistakes } = whole;
  const derived = planned.filter((one) => one.derived).length;
  const share = Math.floor((1000 * derived) / planned.length) / 10;
  // Cases that cannot be declared are owed by the operations that have them.
  const debts =
    mistakes.length > 0
      ? { requirements: [], cells: [], operations: mistakes, problems: [], echoes: [], clauses: [], idle: [] }
      : checkPlan(contract, planned, statements);
  // Such a case keeps nobody from running the others.
  const idle = debts.idle.map((id) => `The case ${id} is for no clause of its requirement: name the one that it tries.`);
  const owed = [...describeOwed(contract, whole), ...idle];
  if (json) print(`${JSON.stringify(debts)}\n`);
  else
    print(
      `${[...owed, `${planned.length} cases, ${derived} of them derived from the contract (${share} %), for ${statements.length} statements; ${owed.length} owed.`].join('\n')}\n`,
    );
  return owed.length > 0 ? 1 : 0;
}

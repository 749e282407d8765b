import type { Contract } from '../contract/contract.ts';
import { checkPlan, describeDebts } from '../engine/check-plan.ts';
import { planAll } from '../engine/plan-cases.ts';

/** Prints what the contract demands and no case tries, and returns the exit code: 1 where there is something. */
export function printDebts(contract: Contract, json: boolean, print: (text: string) => void): number {
  const { planned, mistakes } = planAll(contract);
  const debts = checkPlan(contract, planned);
  const owed = [...mistakes, ...describeDebts(debts)];
  const derived = planned.filter((one) => one.derived).length;
  const share = Math.floor((1000 * derived) / planned.length) / 10;
  // A family that cannot be derived is owed by the operations that have it.
  if (json) print(`${JSON.stringify({ ...debts, operations: [...debts.operations, ...mistakes] })}\n`);
  else
    print(
      `${[...owed, `${planned.length} cases, ${derived} of them derived from the contract (${share} %); ${owed.length} owed.`].join('\n')}\n`,
    );
  return owed.length > 0 ? 1 : 0;
}

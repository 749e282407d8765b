import { findCases } from '../../cases/index.ts';
import type { PlannedCase } from '../case/case.ts';
import type { Contract } from '../contract/contract.ts';
import { attempt } from '../text/attempt.ts';
import { readBeside } from '../text/find-package.ts';

/** A checked plan without the code of its cases, and the hash of the contract for which it was made. */
interface PackedPlan {
  sha256: string;
  planned: Omit<PlannedCase, 'run'>[];
}

/** Makes the content of `plan.json` for the package, because planning would take longer than most cases take to run. */
export const packPlan = ({ sha256 }: Contract, planned: readonly PlannedCase[]): string => JSON.stringify({ sha256, planned });

/** Reads the plan of the package. Returns undefined if there is none, or if it was made for a different contract. */
export function readPackedPlan(contract: Contract, text = (): string => readBeside('plan.json')): PlannedCase[] | undefined {
  const packed = attempt((): PackedPlan => JSON.parse(text()));
  if (packed?.sha256 !== contract.sha256) return undefined;
  const find = findCases(contract);
  return packed.planned.map((one) => ({
    ...one,
    async run(context) {
      const declared = find(one.file, one.id);
      if (!declared) throw new Error(`${one.file} declares no case ${one.id}, which the packed plan lists.`);
      return declared.run(context);
    },
  }));
}

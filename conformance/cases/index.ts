import type { Case, CaseFolder, DeclareCases } from '../src/case/case.ts';
import type { Contract } from '../src/contract/contract.ts';
import { groupBy } from '../src/group-by.ts';
import { answers } from './answers/index.ts';
import { authentication } from './authentication/index.ts';
import { callbacks } from './callbacks/index.ts';
import { createPayment } from './create-payment/index.ts';
import { derivedFamilies } from './derive/operation-cases.ts';
import { fetchPayment } from './fetch-payment/index.ts';
import { journeys } from './journeys/index.ts';
import { lifecycle } from './lifecycle/index.ts';
import { plainFamilies } from './plain/index.ts';
import { record } from './record/index.ts';
import { submitReceipt } from './submit-receipt/index.ts';
import { unknownPathCases } from './unknown-path.ts';

/** The case files, keyed by their path below `cases/`. The id of each case begins with the path of its file. */
export const caseFiles: CaseFolder = {
  ...within('create-payment', createPayment),
  ...within('submit-receipt', submitReceipt),
  ...within('fetch-payment', fetchPayment),
  ...within('answers', answers),
  ...within('authentication', authentication),
  ...within('callbacks', callbacks),
  ...within('lifecycle', lifecycle),
  ...within('journeys', journeys),
  'unknown-path': unknownPathCases,
  // Comes last, because each of its cases judges what the other cases recorded.
  ...within('record', record),
};

function within(folder: string, files: CaseFolder): CaseFolder {
  return Object.fromEntries(Object.entries(files).map(([name, declare]) => [`${folder}/${name}`, declare]));
}

/** A case, and the path of its file in the suite's folder, such as `cases/create-payment/answer.ts`. */
export type DeclaredCase = Case & { file: string };

/** Declares the cases of the files, and derives those that the files lack. `mistakes` has a sentence per file that failed. */
export function declareCases(contract: Contract): { cases: DeclaredCase[]; mistakes: string[] } {
  const mistakes = new Set<string>();
  const declare = (file: string, make: DeclareCases): DeclaredCase[] => {
    try {
      return make(contract).map((one) => ({ ...one, file: `cases/${file}.ts` }));
    } catch (error) {
      mistakes.add(`${(error as Error).message} (conformance/cases/${file}.ts)`);
      return [];
    }
  };
  if (contract.plain)
    return { cases: onePerId(plainFamilies(contract).flatMap(([file, make]) => declare(file, make))), mistakes: [] };
  const written = Object.entries(caseFiles).flatMap(([file, make]) => declare(file, make));
  const ids = new Set(written.map(({ id }) => id));
  const proven = new Set(written.flatMap(({ proves }) => proves ?? []));
  const added = derivedFamilies(contract)
    .flatMap(([file, make]) => declare(file, make))
    .filter(({ id, proves = [] }) => !ids.has(id) && (proves.length === 0 || proves.some((fact) => !proven.has(fact))));
  return { cases: [...written, ...added], mistakes: [...mistakes] };
}

/** Returns a function that finds a case by its file and id. It declares the cases of a file only when one of them is needed. */
export function findCases(contract: Contract): (file: string, id: string) => Case | undefined {
  const sources = groupBy([...Object.entries(caseFiles), ...derivedFamilies(contract)], ([file]) => `cases/${file}.ts`);
  const declared = new Map<DeclareCases, Map<string, Case>>();
  return (file, id) => {
    for (const [, declare] of sources.get(file) ?? []) {
      const cases = declared.get(declare) ?? new Map(declare(contract).map((one) => [one.id, one]));
      declared.set(declare, cases);
      const found = cases.get(id);
      if (found) return found;
    }
    return undefined;
  };
}

/** Keeps the first of several cases with one id: ids contain values, and two values of a plain document may look the same. */
const onePerId = (cases: DeclaredCase[]): DeclaredCase[] =>
  [...new Map(cases.toReversed().map((one) => [one.id, one])).values()].toReversed();

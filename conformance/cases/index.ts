import type { Case, CaseFolder } from '../src/case/case.ts';
import type { Contract } from '../src/contract/contract.ts';
import { deriveAll } from './derive/operation-cases.ts';
import { answers } from './answers/index.ts';
import { authentication } from './authentication/index.ts';
import { callbacks } from './callbacks/index.ts';
import { createPayment } from './create-payment/index.ts';
import { fetchPayment } from './fetch-payment/index.ts';
import { lifecycle } from './lifecycle/index.ts';
import { submitReceipt } from './submit-receipt/index.ts';
import { unknownPathCases } from './unknown-path.ts';

/** Every file of cases with what it declares, by its path below `cases/`: the beginning of its cases' ids. */
export const caseFiles: CaseFolder = {
  ...within('create-payment', createPayment),
  ...within('submit-receipt', submitReceipt),
  ...within('fetch-payment', fetchPayment),
  ...within('answers', answers),
  ...within('authentication', authentication),
  ...within('callbacks', callbacks),
  ...within('lifecycle', lifecycle),
  'unknown-path': unknownPathCases,
};

function within(folder: string, files: CaseFolder): CaseFolder {
  return Object.fromEntries(Object.entries(files).map(([name, declare]) => [`${folder}/${name}`, declare]));
}

/** Declares every case of the suite, with its file below the suite's folder, such as `cases/create-payment/echo.ts`. */
export function allCases(contract: Contract): (Case & { file: string })[] {
  const declared = Object.entries(caseFiles).flatMap(([file, declare]) =>
    declare(contract).map((one) => ({ ...one, file: `cases/${file}.ts` })),
  );
  const ids = new Set(declared.map(({ id }) => id));
  const proven = new Set(declared.flatMap(({ proves }) => proves ?? []));
  // What no file declares is derived all the same: an operation or a state is tried from the day the contract has it.
  const added = deriveAll(contract).filter(
    ({ id, proves = [] }) => !ids.has(id) && (proves.length === 0 || proves.some((fact) => !proven.has(fact))),
  );
  return [...declared, ...added];
}

/** Returns the name of the file for a part of an id: UNDER_PAID lies in under-paid.ts. */
export const fileName = (part: string): string => part.toLowerCase().replaceAll('_', '-');

import type { Case, CaseFolder } from '../src/case/case.ts';
import type { Contract } from '../src/contract/contract.ts';
import { answers } from './answers/index.ts';
import { authentication } from './authentication/index.ts';
import { callbacks } from './callbacks/index.ts';
import { createPayment } from './create-payment/index.ts';
import { fetchPayment } from './fetch-payment/index.ts';
import { lifecycle } from './lifecycle/index.ts';
import { limits } from './limits/index.ts';
import { record } from './record/index.ts';
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
  ...within('limits', limits),
  'unknown-path': unknownPathCases,
  // The last of all, as each of its cases judges what the others have recorded.
  ...within('record', record),
};

function within(folder: string, files: CaseFolder): CaseFolder {
  return Object.fromEntries(Object.entries(files).map(([name, declare]) => [`${folder}/${name}`, declare]));
}

/** Declares every case of the suite, with its file below the suite's folder, such as `cases/create-payment/echo.ts`. */
export function allCases(contract: Contract): (Case & { file: string })[] {
  for (const file of derivedFiles(contract))
    if (!(file in caseFiles)) throw new Error(`The contract is ahead of the suite: conformance/cases/${file}.ts is missing.`);
  return Object.entries(caseFiles).flatMap(([file, declare]) =>
    declare(contract).map((declared) => ({ ...declared, file: `cases/${file}.ts` })),
  );
}

/** Returns the files that the contract's operations and states must have. */
function derivedFiles({ operations, lifecycle }: Contract): string[] {
  const parts = ['answer', 'authentication', 'body', 'media-type', 'method', 'problem', 'property', 'version'];
  return [
    ...operations.flatMap(({ slug }) => [`answers/${slug}`, ...parts.map((part) => `${slug}/${part}`)]),
    ...lifecycle.states.map((state) => `lifecycle/${fileName(state)}`),
  ];
}

/** Returns the name of the file for a part of an id: UNDER_PAID lies in under-paid.ts. */
export const fileName = (part: string): string => part.toLowerCase().replaceAll('_', '-');

import type { CaseFolder } from '../../src/case/case.ts';
import { createCases } from './create.ts';
import { failuresCases } from './failures.ts';
import { fetchCases } from './fetch.ts';
import { submitCases } from './submit.ts';

/** Limits that were spent: how many they let in, whose they are, how long they last. */
export const limits: CaseFolder = {
  create: createCases,
  failures: failuresCases,
  fetch: fetchCases,
  submit: submitCases,
};

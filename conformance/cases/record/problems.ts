import type { DeclareCases } from '../../src/case/case.ts';
import { checkProblems } from '../../src/record/check-responses.ts';
import { ownResponses } from '../../src/record/own-responses.ts';
import { judgeRecord } from '../play/judge-record.ts';

/** Every refusal of the run is a problem of the catalogue that agrees with its response. */
export const problemsCases: DeclareCases = () => [
  judgeRecord({
    id: 'record/problems',
    title: 'Every refusal of the run is a problem of the catalogue that agrees with its response',
    requirement: 'errors-are-problems',
    derived: true,
    judge: ({ contract }, { exchanges }) => checkProblems(contract, ownResponses(exchanges)),
  }),
];

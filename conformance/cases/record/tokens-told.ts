import type { DeclareCases } from '../../src/case/case.ts';
import { checkNoToken } from '../../src/record/check-responses.ts';
import { judgeRecord } from '../play/judge-record.ts';

/** No response of the run holds the token of its request. */
export const tokensToldCases: DeclareCases = () => [
  judgeRecord({
    id: 'record/tokens-told',
    title: 'No response of the run holds the token of its request',
    requirement: 'token-never-told',
    judge: ({ contract }, { exchanges }) => checkNoToken(contract, exchanges),
  }),
];

import type { DeclareCases } from '../../src/case/case.ts';
import { checkNoServerError } from '../../src/record/check-responses.ts';
import { judgeRecord } from '../play/judge-record.ts';

/** Nothing in the run was answered 500. */
export const serverErrorsCases: DeclareCases = () => [
  judgeRecord({
    id: 'record/server-errors',
    title: 'Nothing in the run ended in a 500',
    requirement: 'bad-input-is-no-server-error',
    derived: true,
    judge: ({ contract }, { exchanges }) => checkNoServerError(contract, exchanges),
  }),
];

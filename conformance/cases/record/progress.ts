import type { DeclareCases } from '../../src/case/case.ts';
import { checkProgress } from '../../src/record/check-states.ts';
import { judgeRecord } from '../play/judge-record.ts';

/** No response takes back a status, a sum or a receipt that an earlier one showed. */
export const progressCases: DeclareCases = () => [
  judgeRecord({
    id: 'record/progress',
    title: 'No response takes back a status, a sum or a receipt that an earlier one showed',
    requirement: 'lifecycle-read',
    derived: true,
    judge: ({ contract, subject }, { shown }) => checkProgress(contract, shown, subject.settings.settle ?? 2000),
  }),
];

import type { DeclareCases } from '../../src/case/case.ts';
import { checkTimes } from '../../src/record/check-times.ts';
import { judgeRecord } from '../play/judge-record.ts';

/** createdAt goes with the Date of its response: not that of another zone, and as much later. */
export const timesCases: DeclareCases = () => [
  judgeRecord({
    id: 'record/times',
    title: 'createdAt goes with the Date of its response: not that of another zone, and as much later',
    requirement: 'invoice-created-at',
    judge: ({ contract }, { unmoved }) => checkTimes(contract, unmoved),
  }),
];

import type { DeclareCases } from '../../src/case/case.ts';
import { checkNamesOnce } from '../../src/record/check-names.ts';
import { judgeRecord } from '../play/judge-record.ts';

/** No response names a field twice. */
export const namesOnceCases: DeclareCases = () => [
  judgeRecord({
    id: 'record/names-once',
    title: 'Each invoice of the run has each field once',
    requirement: 'create-answers-invoice',
    derived: true,
    judge: ({ contract }, { shown }) => checkNamesOnce(contract, shown),
  }),
];

import type { DeclareCases } from '../../src/case/case.ts';
import { checkEveryEcho } from '../../src/record/check-echoes.ts';
import { judgeRecord } from '../play/judge-record.ts';

/** The case that each invoice shows what its create was sent, in every combination that the run has tried. */
export const echoesCases: DeclareCases = () => [
  judgeRecord({
    id: 'record/echoes',
    title: 'Each invoice of the run shows what its create was sent',
    requirement: 'create-answers-invoice',
    derived: true,
    judge: ({ contract }, { shown }) => checkEveryEcho(contract, shown),
  }),
];

import type { DeclareCases } from '../../src/case/case.ts';
import { checkLasting } from '../../src/record/check-lasting.ts';
import { judgeRecord } from '../play/judge-record.ts';

/** The case that what never changes of an invoice is the same in every response that shows it. */
export const lastingCases: DeclareCases = () => [
  judgeRecord({
    id: 'record/lasting',
    title: 'What never changes of an invoice is the same in every response that shows it',
    requirement: 'fetch-reads-what-was-created',
    derived: true,
    judge: ({ contract, features }, { shown }) => checkLasting(contract, features, shown),
  }),
];

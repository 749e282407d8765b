import type { DeclareCases } from '../../src/case/case.ts';
import { checkLifetimes } from '../../src/record/check-lifetimes.ts';
import { judgeRecord } from '../play/judge-record.ts';

/** Every invoice of the run lives as long as the others. */
export const lifetimesCases: DeclareCases = () => [
  judgeRecord({
    id: 'record/lifetimes',
    title: 'Every invoice of the run lives as long as the others, whatever its create sent',
    requirement: 'invoice-lifetime',
    judge: ({ contract }, { shown }) => checkLifetimes(contract, shown),
  }),
];

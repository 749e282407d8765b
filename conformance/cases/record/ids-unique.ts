import type { DeclareCases } from '../../src/case/case.ts';
import { checkUnique } from '../../src/record/check-unique.ts';
import { judgeRecord } from '../play/judge-record.ts';

/** No two creates of the run made invoices with the same id. */
export const idsUniqueCases: DeclareCases = () => [
  judgeRecord({
    id: 'record/ids-unique',
    title: 'No two creates of the run made invoices with the same id',
    requirement: 'create-ids-distinct',
    derived: true,
    judge: ({ contract }, { shown }) => checkUnique(contract, 'create-ids-distinct', 'id', shown),
  }),
];

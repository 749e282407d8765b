import type { DeclareCases } from '../../src/case/case.ts';
import { checkUnique } from '../../src/record/check-unique.ts';
import { judgeRecord } from '../play/judge-record.ts';

/** No two invoices of the run have the same note. */
export const notesUniqueCases: DeclareCases = () => [
  judgeRecord({
    id: 'record/notes-unique',
    title: 'No two invoices of the run have the same note',
    requirement: 'invoice-note-unique',
    judge: ({ contract }, { shown }) => checkUnique(contract, 'invoice-note-unique', 'note', shown),
  }),
];

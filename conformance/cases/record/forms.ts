import type { DeclareCases } from '../../src/case/case.ts';
import { checkForms } from '../../src/record/check-forms.ts';
import { judgeRecord } from '../play/judge-record.ts';

/** Every invoice of the run, in every response, has the form that its schema says. */
export const formsCases: DeclareCases = () => [
  judgeRecord({
    id: 'record/forms',
    title: 'Every invoice of the run, in every response, has the form that its schema says',
    requirement: 'create-answers-invoice',
    derived: true,
    judge: ({ contract, features }, { shown }) => checkForms(contract, features, shown),
  }),
];

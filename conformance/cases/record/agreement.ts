import type { DeclareCases } from '../../src/case/case.ts';
import { checkAgreement } from '../../src/record/check-states.ts';
import { judgeRecord } from '../play/judge-record.ts';

/** In every response, status, paidAmount and receiptId of an invoice agree. */
export const agreementCases: DeclareCases = () => [
  judgeRecord({
    id: 'record/agreement',
    title: 'In every response, status, paidAmount and receiptId of an invoice agree',
    requirement: 'lifecycle-part-payment',
    judge: ({ contract }, { shown }) => checkAgreement(contract, shown),
  }),
];

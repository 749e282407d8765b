import type { DeclareCases } from '../../src/case/case.ts';
import { statusesSeen } from '../play/statuses-seen.ts';

/** Statuses of part-paid, overpaid and failed invoices. */
export const statusCases: DeclareCases = (contract) => [
  {
    id: 'answers/status/set-is-closed',
    title: 'No invoice shows a sixth status, part-paid, overpaid and failed ones included',
    requirement: 'lifecycle-set-is-closed',
    operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
    run: ({ subject }) => statusesSeen(contract, subject, 'lifecycle-set-is-closed'),
  },
  {
    id: 'answers/status/known',
    title: 'Every status that is shown is one of the five, of part-paid, overpaid and failed invoices too',
    requirement: 'invoice-status',
    operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
    run: ({ subject }) => statusesSeen(contract, subject, 'invoice-status'),
  },
];

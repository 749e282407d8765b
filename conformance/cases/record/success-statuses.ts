import type { DeclareCases } from '../../src/case/case.ts';
import { findAbout, operationAt } from '../../src/contract/contract.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { judgeRecord } from '../play/judge-record.ts';

/** Every success of the run has the status of its operation: of a repeated receipt and of a replay too. */
export const successStatusesCases: DeclareCases = () => [
  judgeRecord({
    id: 'record/success-statuses',
    title: 'Every success of the run has the status of its operation',
    requirement: 'submit-status-200',
    derived: true,
    judge: ({ contract }, { exchanges }) =>
      contract.operations.flatMap((operation) => {
        const requirement = findAbout(operation, 'success-status')?.id;
        const other = exchanges.find(
          ({ request, answer: response }) =>
            operationAt(contract, request) === operation &&
            response !== undefined &&
            isSuccess(response) &&
            response.status !== operation.status,
        );
        if (requirement === undefined || other === undefined) return [];
        const received = `status ${other.answer?.status}`;
        return broken(contract, requirement, { expected: `status ${operation.status}`, received, exchanges: [other] });
      }),
  }),
];

import type { Case } from '../../../src/case/case.ts';
import { checkProblem } from '../../../src/checks/check-problem.ts';
import { type Contract, type Operation, operationById } from '../../../src/contract/contract.ts';
import type { ExpectedProblem, Violation } from '../../violations/violation.ts';
import { sendViolation } from './send-violation.ts';
import { derivations } from './violations-of.ts';

/**
 * Derives cases which check that each violation of an operation is refused with its problem, as the feature problem-details
 * promises.
 */
export function deriveProblems(contract: Contract, operationId: string): Case[] {
  const operation = operationById(contract, operationId);
  const violations = Object.values(derivations)
    .flat()
    .flatMap((derive) => derive(contract, operation));
  return violations.flatMap((violation) => (violation.problem ? [problemCase(operation, violation, violation.problem)] : []));
}

function problemCase(operation: Operation, violation: Violation, problem: ExpectedProblem): Case {
  return {
    id: `${operation.slug}/problem/${violation.id}`,
    title: `${violation.title}: ${problem.code}`,
    requirement: problem.requirement.id,
    covers: [
      'errors-are-problems',
      'problem-code-of-catalogue',
      'problem-status-agrees',
      'problem-request-id-agrees',
      ...(problem.item ? ['problem-names-members'] : []),
    ],
    operations: [operation.slug],
    derived: true,
    problem: problem.code,
    // The deployment must also claim the violation's feature, because otherwise it may accept the request.
    features: [
      'problem-details',
      ...(violation.requirement.feature ? [violation.requirement.feature] : []),
      ...(violation.features ?? []),
    ],
    async run({ contract, subject }) {
      const { exchange, difference } = await sendViolation(subject, operation, violation);
      return checkProblem(contract, { ...violation, problem, difference }, exchange);
    },
  };
}

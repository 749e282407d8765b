import type { CaseContext } from '../../src/case/case.ts';
import { checkProblem } from '../../src/checks/check-problem.ts';
import { requirementById } from '../../src/contract/contract.ts';
import { type Exchange, responseHeader } from '../../src/http/exchange.ts';
import { broken, type Finding } from '../../src/outcome/finding.ts';

/** Milliseconds to wait after an outage. By then, a deployment that stored a refused request for later has carried it out. */
export const sinceOutage = 150;

/** Checks that a response reports an outage: the problem with this code, and a Retry-After. */
export function judgeUnavailable({ contract }: CaseContext, id: string, code: string, exchange: Exchange): Finding[] {
  const requirement = requirementById(contract, id);
  const findings = checkProblem(contract, { pointer: requirement.pointer, problem: { requirement, code } }, exchange);
  const after = exchange.answer && responseHeader(exchange.answer, 'retry-after');
  if (findings.length > 0 || after !== undefined) return findings;
  return broken(contract, id, { member: 'Retry-After', expected: 'Retry-After', received: 'absent', exchanges: [exchange] });
}

import type { Case } from '../../../src/case/case.ts';
import { checkProblem } from '../../../src/checks/check-problem.ts';
import { checkNoInvoice, checkRefusal, checkUnauthenticated } from '../../../src/checks/check-refusal.ts';
import { type Contract, type Operation, requirementAbout } from '../../../src/contract/contract.ts';
import { type Exchange, isSuccess, responseObject } from '../../../src/http/exchange.ts';
import { CaseInconclusive } from '../../../src/outcome/case-inconclusive.ts';
import { broken, type Finding } from '../../../src/outcome/finding.ts';
import { baselineOf } from '../../../src/subject/baseline.ts';
import { sharedCreate } from '../../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import type { ExpectedProblem, Violation } from '../../violations/violation.ts';
import { sendViolation } from './send-violation.ts';
import { derivations, plainDerivations } from './violations-of.ts';

/** Derives cases which check that an operation refuses each violation of one kind. */
export function deriveRefusals(contract: Contract, operation: Operation, kind: keyof typeof derivations): Case[] {
  const kinds: Partial<typeof derivations> = operation.plain ? plainDerivations : derivations;
  const violations = (kinds[kind] ?? []).flatMap((derive) => derive(contract, operation));
  return violations.map((violation) => refusalCase(contract, operation, violation));
}

function refusalCase(contract: Contract, operation: Operation, violation: Violation): Case {
  return {
    id: `${operation.slug}/${violation.id}`,
    title: violation.title,
    requirement: violation.requirement.id,
    ...(violation.kind === 'method' ? {} : { covers: ['bad-input-is-no-server-error'] }),
    operations: [operation.slug],
    ...(violation.features && { features: violation.features }),
    derived: true,
    ...(violation.about === 'parameter' && !violation.constraint?.startsWith('required') && { ofForm: true }),
    proves: [
      `${violation.about ?? violation.id.split('/')[0]} of ${operation.id}`,
      ...(violation.constraint === undefined ? [] : [`${violation.constraint} of ${operation.id}`]),
    ],
    async run({ subject }) {
      const sent = await sendViolation(subject, operation, violation).catch((error: unknown) =>
        judgeHangUp(contract, subject, operation, violation, error),
      );
      if (Array.isArray(sent)) return sent;
      const { exchange, difference, accepted } = sent;
      // Refusing an unknown id is only recommended, but returning another invoice for it breaks the operation's own requirement.
      const isWorse = violation.requirement.level === 'SHOULD' && givesAnother(operation, exchange);
      const requirement = isWorse ? requirementAbout(operation, 'success') : violation.requirement;
      const about = { ...violation, requirement, difference, baselineAccepted: accepted };
      if (violation.kind === 'credentials') return checkUnauthenticated(contract, about, exchange);
      if (violation.kind === 'method') return checkNoInvoice(contract, about, exchange);
      return checkRefusal(contract, about, exchange);
    },
  };
}

/** Checks whether a success contains another invoice. A server that finds the id in a longer text or an array is only lenient. */
function givesAnother({ identifies = '' }: Operation, { request, answer: response }: Exchange): boolean {
  const given = response && isSuccess(response) ? responseObject(response)?.id : undefined;
  if (typeof given !== 'string' || given === '') return false;
  try {
    const asked: unknown = JSON.parse(request.body ?? '')[identifies];
    if (asked === undefined) return false;
    if (typeof asked === 'string') return !asked.includes(given.slice(0, 240));
    return !JSON.stringify(asked).includes(JSON.stringify(given));
  } catch {
    return false;
  }
}

/** Blames the input if the connection closes three times while valid requests succeed. One closing may be the network's fault. */
async function judgeHangUp(
  contract: Contract,
  subject: Subject,
  operation: Operation,
  violation: Violation,
  error: unknown,
): Promise<Finding[]> {
  const unanswered = error instanceof CaseInconclusive ? error.unanswered : undefined;
  if (!unanswered?.failure?.includes('closed') || violation.kind !== 'input' || violation.id === 'body/too-large') throw error;
  for (let again = 0; again < 2; again++) {
    const { body } = await baselineOf(subject, operation);
    const answered = await subject.send(violation.request(body, subject.settings.token).spec).catch(() => undefined);
    if (answered) throw error;
  }
  await (operation.plain ? sharedCreate(subject).then(({ request }) => subject.send(request)) : subject.create());
  const about = {
    pointer: violation.pointer,
    expected: 'a 4xx response',
    received: 'no response, three times: the connection was closed',
    exchanges: [unanswered],
    ...(violation.member !== undefined && { member: violation.member }),
  };
  return [...broken(contract, violation.requirement.id, about), ...broken(contract, 'bad-input-is-no-server-error', about)];
}

/** Derives cases which check that a violation is refused with the problem that the feature problem-details promises. */
export function deriveProblems(contract: Contract, operation: Operation): Case[] {
  const all = Object.values(derivations).flat();
  return all
    .flatMap((derive) => derive(contract, operation))
    .flatMap((violation) => (violation.problem ? [problemCase(operation, violation, violation.problem)] : []));
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

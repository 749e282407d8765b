import type { Contract, Operation } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { type Exchange, isSuccess, type RequestSpec, responseObject } from '../../src/http/exchange.ts';
import { broken, type Finding, insteadIn, insteadOf } from '../../src/outcome/finding.ts';
import { baselineOf } from '../../src/subject/baseline.ts';
import { requestFor } from '../../src/subject/request-for.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { gatewayStatuses } from '../../src/wire/send-patiently.ts';

/** Checks that odd input does not cause a 5xx. The deployment may either refuse or accept it. */
export function judgeNoServerError(contract: Contract, member: string, input: string, exchange: Exchange): Finding[] {
  const status = exchange.answer?.status ?? 0;
  if (status < 500 || gatewayStatuses.includes(status)) return [];
  const about = { member, difference: `${member}: ${input}`, ...insteadOf('no 5xx', exchange) };
  return broken(contract, 'bad-input-is-no-server-error', about);
}

/** Checks that accepted odd input comes back as it was sent. */
export function judgeUnchanged(
  contract: Contract,
  about: { requirement: string; member: string; expected: unknown; same(value: unknown): boolean },
  exchange: Exchange,
): Finding[] {
  const { requirement, member, expected, same } = about;
  const invoice = exchange.answer && isSuccess(exchange.answer) ? responseObject(exchange.answer) : undefined;
  // If the field is missing in a success, another case reports it.
  if (!invoice || !Object.hasOwn(invoice, member) || same(invoice[member])) return [];
  return broken(contract, requirement, insteadIn(member, `${showValue(expected)}, or a refusal`, invoice[member], [exchange]));
}

/** Tries inputs four at a time. Returns the findings of the first input that has any. */
export async function firstWrong<Input>(
  inputs: readonly Input[],
  judge: (input: Input) => Promise<Finding[]>,
): Promise<Finding[]> {
  for (let at = 0; at < inputs.length; at += 4) {
    const findings = (await Promise.all(inputs.slice(at, at + 4).map(judge))).find((found) => found.length > 0);
    if (findings !== undefined) return findings;
  }
  return [];
}

/** Returns the operations that belong to no feature, and that every deployment therefore has. */
export const everywhere = ({ operations }: Contract): Operation[] => operations.filter(({ feature }) => feature === undefined);

/** Returns, for each operation that every deployment has, a request that the deployment accepts. */
export function everyOperation(subject: Subject): Promise<{ operation: Operation; spec: RequestSpec }[]> {
  return Promise.all(
    everywhere(subject.contract).map(async (operation) => {
      const { body } = await baselineOf(subject, operation);
      return { operation, spec: requestFor(operation, body) };
    }),
  );
}

export function authorizedBy(value: string, spec: RequestSpec): RequestSpec {
  return { ...spec, headers: [['Authorization', value], ...spec.headers.filter(([name]) => name !== 'Authorization')] };
}

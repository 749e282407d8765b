import { type Contract, requirementById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { type Exchange, isSuccess, responseObject } from '../../src/http/exchange.ts';
import { type Finding, makeFinding } from '../../src/outcome/finding.ts';
import { gatewayStatuses } from '../../src/wire/send-patiently.ts';

/** Checks that odd input does not lead to a 500; the deployment may refuse or accept it. */
export function judgeNoServerError(contract: Contract, member: string, input: string, exchange: Exchange): Finding[] {
  const status = exchange.answer?.status ?? 0;
  if (status < 500 || gatewayStatuses.includes(status)) return [];
  return [
    makeFinding(contract, 'bad-input-is-no-server-error', {
      member,
      difference: `${member}: ${input}`,
      expected: 'no 5xx',
      received: `${status} ${showValue(exchange.answer?.text)}`,
      exchanges: [exchange],
    }),
  ];
}

/** Checks that accepted odd input comes back as it was sent. */
export function judgeUnchanged(
  contract: Contract,
  {
    requirement,
    member,
    expected,
    same,
  }: { requirement: string; member: string; expected: unknown; same(value: unknown): boolean },
  exchange: Exchange,
): Finding[] {
  const invoice = exchange.answer && isSuccess(exchange.answer) ? responseObject(exchange.answer) : undefined;
  // Another case reports a success without the field.
  if (!invoice || !Object.hasOwn(invoice, member) || same(invoice[member])) return [];
  const { pointer } = requirementById(contract, requirement);
  return [
    makeFinding(contract, requirement, {
      member,
      pointer,
      expected: `${member}: ${showValue(expected)}, or a refusal`,
      received: `${member}: ${showValue(invoice[member])}`,
      exchanges: [exchange],
    }),
  ];
}

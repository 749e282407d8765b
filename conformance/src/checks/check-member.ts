import { claimedSchema, requirementForKeyword } from '../contract/claimed-schema.ts';
import { compileSchema } from '../contract/compile-schema.ts';
import { type Contract, memberRequirement, type Operation } from '../contract/contract.ts';
import { describeSchema, showValue } from '../contract/describe-schema.ts';
import { answerObject, type Exchange } from '../http/exchange.ts';
import type { Finding } from '../outcome/finding.ts';

/** One member of a success: is it there, and what the contract says it is? */
export function checkMember(
  contract: Contract,
  operation: Operation,
  member: string,
  exchange: Exchange,
  features: ReadonlySet<string>,
): Finding[] {
  const declared = operation.answer.properties?.[member] ?? {};
  const pointer = `${operation.answerPointer}/properties/${member}`;
  const requirement = memberRequirement(contract, declared, pointer);
  const schema = claimedSchema(contract, declared, features);
  const body = exchange.answer && answerObject(exchange.answer);
  const value = body && Object.hasOwn(body, member) ? body[member] : undefined;
  const finding = { member, pointer, expected: `${member}: ${describeSchema(schema)}`, exchanges: [exchange] };

  if (value === undefined) {
    const { id, level } = requirement;
    const received = body ? `${member}: absent` : `no JSON object: ${showValue(exchange.answer?.text)}`;
    return operation.answer.required?.includes(member) ? [{ ...finding, requirement: id, level, received }] : [];
  }
  const validate = compileSchema(schema);
  if (validate(value)) return [];
  const keyword = validate.errors?.at(-1)?.keyword ?? '';
  const { id, level } = requirementForKeyword(contract, declared, keyword, requirement);
  return [{ ...finding, requirement: id, level, received: `${member}: ${showValue(value)}` }];
}

import { claimedSchema, isClaimedProperty, isPromised, requirementForKeyword } from '../contract/claimed-schema.ts';
import { compileSchema } from '../contract/compile-schema.ts';
import { type Contract, fieldRequirement, type Operation } from '../contract/contract.ts';
import { describeSchema, showValue } from '../contract/describe-schema.ts';
import { pointed } from '../contract/follow-reference.ts';
import { type Exchange, responseObject } from '../http/exchange.ts';
import type { Finding } from '../outcome/finding.ts';

/**
 * Checks a field of a successful response: present if the contract promises it, and valid against its schema. Skips fields of
 * unclaimed features.
 */
export function checkField(
  contract: Contract,
  operation: Operation,
  field: string,
  exchange: Exchange,
  features: ReadonlySet<string>,
): Finding[] {
  const declared = operation.response.properties?.[field] ?? {};
  if (!isClaimedProperty(contract, declared, features)) return [];
  const pointer = `${operation.responsePointer}/properties/${pointed(field)}`;
  const requirement = fieldRequirement(contract, declared, pointer);
  const schema = claimedSchema(contract, declared, features);
  const body = exchange.answer && responseObject(exchange.answer);
  const value = body && Object.hasOwn(body, field) ? body[field] : undefined;
  const finding = { member: field, pointer, expected: `${field}: ${describeSchema(schema)}`, exchanges: [exchange] };

  if (value === undefined) {
    const { id, level } = requirement;
    const received = body ? `${field}: absent` : `no JSON object: ${showValue(exchange.answer?.text)}`;
    return isPromised(operation.response, field) ? [{ ...finding, requirement: id, level, received }] : [];
  }
  const validate = compileSchema(schema);
  if (validate(value)) return [];
  const keyword = validate.errors?.at(-1)?.keyword ?? '';
  const { id, level } = requirementForKeyword(contract, declared, keyword, requirement);
  return [{ ...finding, requirement: id, level, received: `${field}: ${showValue(value)}` }];
}

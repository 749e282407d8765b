import { isDeepStrictEqual } from 'node:util';
import { claimedSchema, isClaimedProperty, isPromised, requirementForKeyword } from '../contract/claimed-schema.ts';
import { compileSchema } from '../contract/compile-schema.ts';
import { type Contract, fieldRequirement, type Operation, type Requirement } from '../contract/contract.ts';
import { describeSchema, showValue } from '../contract/describe-schema.ts';
import { pointed } from '../contract/follow-reference.ts';
import { type Exchange, responseObject } from '../http/exchange.ts';
import { type Finding, insteadIn } from '../outcome/finding.ts';
import { readTime } from '../text/read-time.ts';

/** Checks that a field has the same value in two responses with the same invoice. Times need only be the same instant. */
export function compareField(
  operation: Operation,
  requirement: Requirement,
  field: string,
  before: Exchange,
  after: Exchange,
): Finding[] {
  const [expected, received] = [before, after].map(({ answer: response }) => response && responseObject(response)?.[field]);
  // Another case reports a missing field.
  if (expected === undefined || received === undefined || sameValue(expected, received)) return [];
  const { id, level } = requirement;
  const pointer = `${operation.responsePointer}/properties/${pointed(field)}`;
  const about = insteadIn(field, `${showValue(expected)}, as ${before.request.path} returned`, received, [before, after]);
  return [{ requirement: id, level, pointer, ...about }];
}

function sameValue(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') {
    return one === other || (/^\d{4}-\d\d-\d\d[T ]\d/i.test(one) && sameInstant(one, other));
  }
  return isDeepStrictEqual(one, other);
}

/**
 * Returns whether two times are the same instant. Also compares digits beyond milliseconds, and whether there is an offset:
 * Date.parse ignores such digits, and reads a time without an offset as local time.
 */
function sameInstant(one: string, other: string): boolean {
  const zone = /^[^T ]*[T ].*(?:Z|[+-]\d\d(?::?\d\d)?)$/i;
  const fraction = (time: string): string => withoutLastZeros(/[.,](\d*)/.exec(time)?.[1] ?? '');
  if (zone.test(one) !== zone.test(other)) return false;
  return readTime(one) === readTime(other) && fraction(one) === fraction(other);
}

/** Finds the exact digits of a number field in a JSON text. Returns undefined if the field is absent or its name is escaped. */
export const numberText = (json: string, field: string): string | undefined =>
  new RegExp(`${JSON.stringify(field).replace(/\W/g, '\\$&')}\\s*:\\s*(-?\\d[\\d.eE+-]*)`).exec(json)?.[1];

/** Returns the digits of a number, without its sign, point and exponent, and without leading or trailing zeros. */
export const significant = (text: string): string =>
  withoutLastZeros((text.split(/e/i, 1)[0] ?? '').replace(/[-.]/g, '').replace(/^0+/, ''));

/** Removes trailing zeros. Uses a loop, because /0+$/ takes quadratic time for a long run of zeros that is not at the end. */
function withoutLastZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/** Checks that a field of a successful response is valid, and present if required. Ignores fields of unclaimed features. */
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

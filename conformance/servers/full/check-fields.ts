import type { ErrorObject } from 'ajv';
import { checkUrl } from './check-url.ts';
import type { OperationFacts, PropertyFacts } from './facts.ts';
import { type Item, Problem } from './problem.ts';

/** Codes of the items for the keywords of a schema. */
const codes: Record<string, string> = {
  type: 'type',
  required: 'required',
  additionalProperties: 'unknown_property',
  minLength: 'too_short',
  maxLength: 'too_long',
  minimum: 'amount_out_of_range',
  maximum: 'amount_out_of_range',
  format: 'invalid_url',
  // Of a tag, whose last character is for its sign only.
  not: 'too_long',
};

/** For any other keyword: the code of the catalogue that comes nearest. */
const otherwise = 'pattern';

/** Violations that one problem may name. */
const mostItems = 32;

/** Checks every field of a body, unknown ones too. @throws Problem validation_failed, with an item for each violation */
export function checkFields({ validate, properties }: OperationFacts, body: unknown, source: string): void {
  const items = new Map<string, Item>();
  const add = (pointer: string, code: string): void => {
    // One violation has one item: a text that is too long for a grammar breaks both.
    if (!items.has(pointer)) items.set(pointer, { pointer, code, detail: `${pointer} is wrong.` });
  };
  // The type first: a value of another type breaks a `not` of texts too.
  const rank = ({ keyword }: ErrorObject): number => Number(keyword !== 'type');
  const errors = validate(body) ? [] : (validate.errors ?? []).toSorted((one, other) => rank(one) - rank(other));
  for (const error of errors) add(...itemOf(error));
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    for (const [name, value] of Object.entries(body)) {
      // A check of JSON.parse: the schema sees no field of this name.
      if (name === '__proto__') add('/__proto__', 'unknown_property');
      const code = ruleOf(name, Object.hasOwn(properties, name) ? properties[name] : undefined, value, source);
      if (code !== undefined) add(`/${pointed(name)}`, code);
    }
  if (items.size > 0) throw new Problem('validation_failed', {}, [...items.values()].slice(0, mostItems));
}

function itemOf({ instancePath, keyword, params }: ErrorObject): [pointer: string, code: string] {
  const field = params.missingProperty ?? params.additionalProperty;
  const pointer = field === undefined ? instancePath : `${instancePath}/${pointed(String(field))}`;
  return [pointer, codes[keyword] ?? otherwise];
}

/** Escapes a name for a JSON pointer. */
const pointed = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Judges by the rules that no schema states: decimals and addresses. */
function ruleOf(name: string, property: PropertyFacts | undefined, value: unknown, source: string): string | undefined {
  if (name === 'amount') return checkDecimals(source);
  const rule = property?.['x-url'];
  return rule && typeof value === 'string' ? checkUrl(value, rule) : undefined;
}

function checkDecimals(source: string): string | undefined {
  // Counted in the digits as sent: in binary, 1.15 has more than two decimals.
  const [, digits = '', fraction = '', exponent = '0'] = /"amount"\s*:\s*(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?/i.exec(source) ?? [];
  const decimals = `${digits}${fraction}`.replace(/0+$/, '').length - digits.length - Number(exponent);
  return decimals > 2 ? 'amount_precision' : undefined;
}

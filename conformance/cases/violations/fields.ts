import { featuresOfProperty } from '../../src/contract/claimed-schema.ts';
import { compileSchema } from '../../src/contract/compile-schema.ts';
import {
  type Contract,
  fieldRequirement,
  findAbout,
  type Operation,
  ownOf,
  presenceOf,
  type Requirement,
  requirementAbout,
  requirementsOf,
  type Schema,
} from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { beyondKeyword } from '../../src/contract/fit-body.ts';
import { pointed } from '../../src/contract/follow-reference.ts';
import { textOf } from '../../src/contract/formats.ts';
import { bodyAround } from '../../src/contract/mend-body.ts';
import { sampleOf } from '../../src/contract/sample-of.ts';
import { above, below, nearMultiples } from '../../src/contract/step-of.ts';
import { type Inputs, requestFor } from '../../src/subject/request-for.ts';
import type { DeriveViolations, Violation } from './violation.ts';

const samples = Object.entries({ string: 'text', number: 7, boolean: true, object: {}, array: [] });

const notUrls = [
  ['not-a-url', 'not a url'],
  ['without-scheme', 'example.com/thanks'],
  ['path', '/thanks'],
  ['scheme-alone', 'https://'],
] as const;

/** A value that a field must not have, and the item code that the problem must have for it. */
interface WrongValue {
  id: string;
  value: unknown;
  item?: string;
  /** The keyword of the schema that forbids the value. */
  keyword: string;
  /** The extended requirement that forbids the value; by default, the operation's requirement about wrong types. */
  requirement?: Requirement;
}

/** Derives bodies in which one field is missing, unknown, null, out of bounds, or of a wrong type or format. */
export const fieldViolations: DeriveViolations = (contract, operation) => {
  const fields = Object.entries(operation.request.properties ?? {});
  return [
    ...fields.flatMap(([field, schema]) => (isRequired(operation, field) ? [absent(contract, operation, field, schema)] : [])),
    ...fields.flatMap(([field, schema]) =>
      wrongValues(contract, operation, field, schema).map((wrong) => withValue(operation, field, wrong)),
    ),
    ...unknownField(contract, operation),
  ].map((violation) => {
    const schema = operation.request.properties?.[violation.member ?? ''];
    const features = schema ? featuresOfProperty(contract, schema) : [];
    return features.length > 0 ? { ...violation, features } : violation;
  });
};

/** Makes a violation in one field. `code` is the expected code of the problem's item for the field. */
function ofField(
  operation: Operation,
  field: string,
  about: Omit<Violation, 'pointer' | 'member' | 'kind' | 'problem'>,
  code: string | undefined,
): Violation {
  const item = { pointer: `/${pointed(field)}`, ...(code !== undefined && { code }) };
  return {
    ...about,
    pointer: `${operation.requestPointer}/properties/${pointed(field)}`,
    member: field,
    kind: 'input',
    problem: { requirement: requirementAbout(operation, 'validation'), code: 'validation_failed', item },
  };
}

function absent(contract: Contract, operation: Operation, field: string, schema: Schema): Violation {
  const pointer = `${operation.requestPointer}/properties/${pointed(field)}`;
  const about = {
    id: `body/${field}/absent`,
    title: `${operation.slug} without ${field} is refused`,
    requirement: presenceOf(requirementsOf(contract, schema)) ?? fieldRequirement(contract, schema, pointer),
    about: 'missing property',
    constraint: `required of ${field}`,
    request({ [field]: dropped, ...rest }: Inputs) {
      return { spec: requestFor(operation, rest), difference: `${field}: ${showValue(dropped)} → absent` };
    },
  };
  return ofField(operation, field, about, 'required');
}

function withValue(operation: Operation, field: string, { id, value, item, keyword, requirement }: WrongValue): Violation {
  const about = {
    id: `body/${field}/${id}`,
    title: `${operation.slug} with ${field}: ${showValue(value)} is refused`,
    requirement: requirement ?? requirementAbout(operation, 'wrong-types'),
    about: id === 'null' ? 'null' : 'wrong type',
    constraint: `${keyword} of ${field}`,
    request: (body: Inputs) => ({
      spec: requestFor(operation, bodyAround(operation, body, field, value)),
      difference: `${field}: ${showValue(body[field])} → ${showValue(value)}`,
    }),
  };
  return ofField(operation, field, about, item);
}

function unknownField(contract: Contract, operation: Operation): Violation[] {
  const { additionalProperties, properties = {}, required = [] } = operation.request;
  const requirement = owner(contract, operation.request, 'additionalProperties');
  if (!requirement || additionalProperties !== false) return [];
  const [first = ''] = [...required, ...Object.keys(properties)];
  // If a parser ignores case by the rules of Unicode, these letters equal s and k.
  const folded = first.replace(/s/i, 'ſ').replace(/k/i, 'K');
  const unknown: [id: string, title: string, field: string][] = [
    ['unknown-member', 'a field that the contract does not know', 'unknownMember'],
    ['member-with-x', 'a field x-trace', 'x-trace'],
    ['member-in-capitals', `${first.toUpperCase()} beside ${first}`, first.toUpperCase()],
    ['member-with-space', `a second ${first} and a space after it`, `${first} `],
    ['member-in-other-letters', `${folded} in place of ${first}`, folded],
    ['member-of-prototype', 'a field __proto__', '__proto__'],
    ['member-to-escape', 'a field whose name a JSON pointer must escape', 'a/b~c'],
  ];
  return unknown
    .filter(([, , field]) => field !== first)
    .map(([id, title, field]) => {
      const about = {
        id: `body/${id}`,
        title: `${operation.slug} with ${title} is refused`,
        requirement,
        about: 'unknown property',
        request(body: Inputs) {
          // A name that resembles the field's is sent with a valid value of that field.
          const right = body[first] ?? sampleOf(properties[first] ?? {}, operation.requestPointer);
          const value = field === folded || field.trim().toLowerCase() === first.toLowerCase() ? right : 1;
          // Leaves out the real field, because some parsers accept a similar name only if the exact one is absent.
          const { [first]: _right, ...rest } = body;
          const spec = requestFor(operation, { ...(field === folded ? rest : body), [field]: value });
          return { spec, difference: `${field}: absent → ${showValue(value)}` };
        },
      };
      return { ...ofField(operation, field, about, 'unknown_property'), pointer: operation.requestPointer };
    });
}

const ofType = (id: string, value: unknown): WrongValue => ({ id, value, item: 'type', keyword: 'type' });

function wrongValues(contract: Contract, operation: Operation, field: string, schema: Schema): WrongValue[] {
  const types = [schema.type ?? []].flat();
  const wrong = samples
    .filter(([type]) => types.length > 0 && !types.includes(type) && !(type === 'number' && types.includes('integer')))
    .map(([type, value]) => ofType(`wrong-type/${type}`, value));
  // Strings that contain a number or a boolean, which a server accepts if it converts types.
  const isQuoted = types.includes('number') || (contract.plain && types.includes('integer'));
  const quoted = contract.plain && isQuoted ? String(sampleOf(schema, field)) : '12.34';
  if (isQuoted) wrong.push(ofType('wrong-type/number-in-quotes', quoted));
  if (types.includes('boolean')) wrong.push(ofType('wrong-type/boolean-in-quotes', 'true'));
  // A fraction for an integer, which a server may round or truncate.
  if (types.includes('integer') && !types.includes('number')) wrong.push(ofType('wrong-type/fraction', fractionOf(schema)));
  if (schema.format === 'uri')
    for (const [id, value] of notUrls.filter((one) => !contract.plain || one[0] !== 'scheme-alone'))
      wrong.push({ id: `wrong-format/${id}`, value, item: 'invalid_url', keyword: 'format' });
  const isNullable = compileSchema(schema)(null) as boolean;
  // Many servers treat null as absent, so null in an optional field is a violation only if a requirement is about it.
  const requirement = isRequired(operation, field) ? undefined : findAbout(operation, 'null-property');
  if (!isNullable && isRequired(operation, field)) wrong.push(ofType('wrong-type/null', null));
  else if (!isNullable && requirement) wrong.push({ ...ofType('null', null), requirement });
  wrong.push(...outOfBounds(contract, schema));
  // Without `type`, as in plain documents, a keyword applies to values of one type only, and values of other types are valid.
  return contract.plain ? wrong.filter(({ value }) => !compileSchema(schema)(value)) : wrong;
}

/** Returns a number within an integer's bounds that is not an integer. */
export function fractionOf({ minimum, maximum }: Schema): number {
  const within = typeof minimum === 'number' ? minimum + 0.5 : typeof maximum === 'number' ? maximum - 0.5 : 1.5;
  // Doubles above 2^52 have no fractions, so adding 0.5 to such a bound gives an integer again.
  return Number.isInteger(within) ? 1.5 : within;
}

/** Returns values just outside each bound that belongs to a requirement. */
function outOfBounds(contract: Contract, schema: Schema): WrongValue[] {
  const found: WrongValue[] = [];
  const add = (keyword: string, id: string, value: unknown, item?: string): void => {
    const requirement = owner(contract, schema, keyword) ?? ownOfFeature(contract, schema);
    // The problem may have the code of another broken keyword: an empty tag is too short and does not match the pattern.
    const code = item && breaksOnly(schema, keyword, value) ? item : requirement?.item;
    if (requirement) found.push({ id, value, keyword, requirement, ...(code !== undefined && { item: code }) });
  };
  const step = [schema.type].flat().includes('integer') ? 1 : 0.01;
  if (typeof schema.minimum === 'number') {
    add('minimum', 'below-minimum', below(schema.minimum, step));
    if (schema.minimum > 0) add('minimum', 'negative', -schema.minimum);
  }
  if (typeof schema.maximum === 'number') add('maximum', 'above-maximum', above(schema.maximum, step));
  if (schema.multipleOf !== undefined)
    for (const [id, value] of nearMultiples(schema, Number(sampleOf(schema, 'multipleOf')))) add('multipleOf', id, value);
  if (typeof schema.minLength === 'number' && schema.minLength > 0)
    add('minLength', 'too-short', textOf(schema, schema.minLength - 1), 'too_short');
  if (typeof schema.maxLength === 'number' && !(beyondKeyword in schema))
    add('maxLength', 'too-long', escaped(schema, textOf(schema, schema.maxLength + 1)), 'too_long');
  if (schema.enum) add('enum', 'not-listed', 'none-of-these');
  for (const [id, value] of nearListed(schema)) add('enum', id, value);
  return found;
}

/** Returns strings that resemble those of an enum: with upper and lower case changed, and with a space. */
export function nearListed(schema: Schema): [id: string, text: string][] {
  const listed = (schema.enum ?? []).filter((value) => typeof value === 'string');
  const otherCase = listed
    .flatMap((text) => [text.toLowerCase(), text.toUpperCase()])
    .find((text) => !listed.includes(text) && !(compileSchema(schema)(text) as boolean));
  const [first] = listed;
  return [
    ...(otherCase === undefined ? [] : [['listed-in-other-case', otherCase] as [string, string]]),
    ...(first === undefined ? [] : [['listed-with-space', `${first} `] as [string, string]]),
  ];
}

function breaksOnly(schema: Schema, keyword: string, value: unknown): boolean {
  const { [keyword as keyof Schema]: _dropped, ...rest } = schema;
  return compileSchema(rest)(value) as boolean;
}

const owner = (contract: Contract, schema: Schema, keyword: string): Requirement | undefined =>
  requirementsOf(contract, schema).find(({ keywords }) => keywords?.includes(keyword));

/** Returns the main requirement of a feature's property. All keywords that no other requirement lists belong to it. */
const ownOfFeature = (contract: Contract, schema: Schema): Requirement | undefined =>
  featuresOfProperty(contract, schema).length > 0 ? ownOf(requirementsOf(contract, schema)) : undefined;

const isRequired = ({ request }: Operation, field: string): boolean => request.required?.includes(field) ?? false;

/** Percent-encodes the end of a URL. A server that decodes the URL before it checks the length finds the URL short enough. */
const escaped = ({ format }: Schema, text: string): string => {
  const last = text.at(-1) ?? '';
  let start = text.length;
  while (text[start - 1] === last) start--;
  const length = text.length - start;
  return format === 'uri' && length > 8 && /[a-z]/.test(last) ? text.slice(0, start) + withEscapes(last, length) : text;
};

const withEscapes = (one: string, length: number): string =>
  `%${one.charCodeAt(0).toString(16)}`.repeat(Math.floor(length / 3)) + one.repeat(length % 3);

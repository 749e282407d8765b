import { featuresOf } from '../../src/contract/claimed-schema.ts';
import { compileSchema } from '../../src/contract/compile-schema.ts';
import {
  findAbout,
  keyOf,
  type Operation,
  ownOf,
  type Parameter,
  presenceOf,
  type Requirement,
  requirementAbout,
  type Schema,
} from '../../src/contract/contract.ts';
import { pointed } from '../../src/contract/follow-reference.ts';
import { type Constraint, listConstraints } from '../../src/contract/list-constraints.ts';
import { valueWith } from '../../src/contract/part-at.ts';
import { sampleOf } from '../../src/contract/sample-of.ts';
import { requestFor } from '../../src/subject/request-for.ts';
import { canBeSplit, isEntries } from '../../src/subject/write-parameter.ts';
import { forbiddenValue } from '../derive/requests/forbidden-value.ts';
import { fractionOf, nearListed } from './fields.ts';
import type { DeriveViolations, Violation } from './violation.ts';

/** Parameters that have their own cases, which are written by hand. */
export const triedByName = ['Idempotency-Key'];

/** Derives requests with missing parameters, and with values that their schemas forbid. */
export const parameterViolations: DeriveViolations = ({ plain }, operation) =>
  operation.parameters.flatMap((parameter) => {
    const { name, pointer, schema } = parameter;
    const violation = (
      id: string,
      title: string,
      keyword: string,
      change: string,
      value: unknown,
      by = operation,
    ): Violation => ({
      id: `parameter/${name}/${id}`,
      title: `${operation.slug} ${title} is refused`,
      requirement: requirementOfParameter(operation, parameter, keyword),
      pointer,
      member: name,
      about: 'parameter',
      constraint: `${keyword} of ${name}`,
      kind: 'input',
      features: featuresOfParameter(parameter),
      request: (values) => ({
        spec: requestFor(by, { ...values, [keyOf(parameter)]: value }),
        difference: `${name}${change}`,
      }),
      ...problemOf(operation, parameter),
    });
    const given = parameter.in === 'header' ? 'sent' : 'given';
    const isTried = parameter.in !== 'body' && (!triedByName.includes(name) || plain);
    return [
      ...(isMissed(parameter) ? [violation('absent', `without ${name}`, 'required', `: ${given} → absent`, undefined)] : []),
      ...(parameter.isJson
        ? [violation('not-json', `with ${name} that is no JSON`, 'type', ' → {"', '{"', asText(operation, parameter))]
        : []),
      ...(isTried ? listConstraints(name, schema) : []).flatMap((constraint) =>
        wrongValues(parameter, constraint).map(([id, value]) => ({
          ...violation(id, `with ${name}: ${showText(value)}`, constraint.keyword, ` → ${showText(value)}`, value),
          constraint: constraint.name,
        })),
      ),
    ];
  });

/** Returns the operation without the JSON form of a parameter, so that its values are sent as they are. */
function asText({ parameters, ...operation }: Operation, parameter: Parameter): Operation {
  const { isJson: _isJson, ...plain } = parameter;
  return { ...operation, parameters: parameters.map((one) => (one === parameter ? plain : one)) };
}

/** Returns the requirement that lists the keyword, or else the parameter's first requirement, or else one of the operation. */
export function requirementOfParameter(operation: Operation, { name, requirements }: Parameter, keyword: string): Requirement {
  // The other requirements of an Idempotency-Key describe what it does, and do not require it to be present.
  const own = keyword === 'required' ? presenceOf(requirements) : ownOf(requirements);
  const first = triedByName.includes(name) ? findAbout(operation, 'validation') : own;
  const owner = requirements.find(({ keywords }) => keywords?.includes(keyword)) ?? first;
  return owner ?? requirementAbout(operation, operation.hasBody ? 'wrong-types' : 'success');
}

/** Checks whether a request without the parameter must be refused. With separate entries, an empty object looks absent. */
export function isMissed({ required, in: place, entries, schema }: Parameter): boolean {
  const isApart = (entries === 'apart' || entries === 'deep') && [schema.type].flat().includes('object');
  return required && place !== 'path' && !(isApart && (schema.required ?? []).length === 0);
}

/** Lists values that break a keyword, each with the last part of the violation's id. */
function wrongValues(parameter: Parameter, constraint: Constraint): [id: string, value: unknown][] {
  const { keyword, path, missing } = constraint;
  const value = forbiddenText(parameter, constraint);
  // Leaves out an empty path parameter, because it would lead to another path, and an empty list, because it cannot be sent.
  if (value === undefined || (value === '' && parameter.in === 'path') || (Array.isArray(value) && value.length === 0)) return [];
  // Drops values with surrounding spaces, because spaces around a header's value are not part of it.
  const near =
    keyword === 'enum' && path.length === 0 ? nearListed(parameter.schema).filter(([, text]) => text === text.trim()) : [];
  const place = [...path, ...(missing === undefined ? [] : [missing])];
  return [[path[0] === '0' ? `not-item-${keyword}` : [...place, `not-${keyword}`].join('/'), value], ...near];
}

/** Returns a value that breaks a keyword even in the text form of a parameter. */
function forbiddenText(parameter: Parameter, constraint: Constraint): unknown {
  const { in: place, schema, pointer } = parameter;
  if (forbidsNothing(constraint, parameter)) return undefined;
  const { type } = constraint.schemas.at(-1) as Schema;
  const other = [type].flat().includes('integer') ? String(fractionOf(constraint.schemas.at(-1) as Schema)) : 'text';
  // Excludes values that are lost or changed in transit, such as an empty path parameter or a header's value with outer spaces.
  const canBeSent = (one: unknown): boolean => {
    const texts = [isEntries(one) ? Object.values(one) : one].flat().map(String);
    const hasText = isEntries(one)
      ? texts.every((text) => text !== '')
      : texts.join('') !== '' || (place === 'query' && !Array.isArray(one));
    return hasText && canBeSplit(parameter, one) && (place !== 'header' || texts.every((text) => text === text.trim()));
  };
  if (constraint.keyword === 'type') {
    const value = constraint.path.length === 0 ? other : valueWith(schema, constraint.path, pointer, other);
    return constraint.path.length === 0 || canBeSent(value) ? value : undefined;
  }
  const value = forbiddenValue(schema, constraint, pointer, canBeSent) ?? withoutOne(parameter, constraint, canBeSent);
  // An object or list can be used only if the parameter has a serialization for it.
  const isOfType = isEntries(value) ? parameter.entries !== undefined : !Array.isArray(value) || place !== 'cookie';
  return value !== undefined && canBeSent(value) && isOfType ? value : undefined;
}

/** Returns an object without one required entry. Keeps all other entries, because an empty object would look absent. */
function withoutOne(
  { schema, pointer }: Parameter,
  { path, missing }: Constraint,
  canBeSent: (value: unknown) => boolean,
): unknown {
  if (missing === undefined || path.length > 0) return undefined;
  const whole = Object.entries(schema.properties ?? {}).map(([name, one]): [string, unknown] => [name, sampleOf(one, pointer)]);
  const left = Object.fromEntries(whole.filter(([name]) => name !== missing));
  return compileSchema(schema)(Object.fromEntries(whole)) && canBeSent(left) ? left : undefined;
}

/** Returns whether no value of a parameter can break a keyword, for example because any text is a string. */
export function forbidsNothing({ keyword, schemas, path }: Constraint, { in: place, entries }: Parameter): boolean {
  const { type, minLength, minItems } = schemas.at(-1) as Schema;
  if (keyword === 'minLength') return minLength === 1 && (place !== 'query' || path.length > 0);
  if (keyword === 'minItems') return minItems === 1;
  // A value sent as text may happen to match one of the other alternatives.
  if (keyword === 'oneOf' || keyword === 'anyOf') return true;
  if (entries === 'apart' && path.length === 0 && ofOtherNames.includes(keyword)) return true;
  return keyword === 'type' && [type].flat().some((one) => one === 'string' || one === 'array' || one === 'object');
}

const ofOtherNames = ['additionalProperties', 'unevaluatedProperties', 'propertyNames', 'maxProperties'];

/** Shows a value in a message: an object as JSON, and a list with commas. */
export const showText = (value: unknown): string => (isEntries(value) ? JSON.stringify(value) : [value].flat().join(', '));

/** Returns the features that a parameter belongs to: its own feature, and the feature of its first requirement. */
export function featuresOfParameter({ feature, requirements }: Parameter): string[] {
  const own = presenceOf(requirements);
  const stated = own ? featuresOf(own) : [];
  return [...new Set([...(feature === undefined ? [] : [feature]), ...stated])];
}

/** Returns the problem for a wrong parameter; none for a path parameter, because a malformed id may also count as unknown. */
function problemOf(operation: Operation, { name, in: place, schema }: Parameter): Pick<Violation, 'problem'> {
  const requirement = findAbout(operation, 'validation');
  if (!requirement || place === 'path' || triedByName.includes(name)) return {};
  // For a list, the problem may point to the item or to the list.
  const isList = [schema.type].flat().includes('array');
  return { problem: { requirement, code: 'validation_failed', ...(!isList && { item: { pointer: `/${pointed(name)}` } }) } };
}

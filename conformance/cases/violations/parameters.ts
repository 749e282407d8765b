import { featuresOf } from '../../src/contract/claimed-schema.ts';
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
import { canBeSplit, requestFor, writeParameter } from '../../src/subject/request-for.ts';
import { forbiddenValue } from '../derive/requests/forbidden-value.ts';
import { fractionOf, nearListed } from './fields.ts';
import type { DeriveViolations, Violation } from './violation.ts';

/** Parameters that separate cases try more closely than by a schema. */
export const triedByName = ['Idempotency-Key'];

/** Derives requests with missing parameters, and with values that their schemas forbid. */
export const parameterViolations: DeriveViolations = (_contract, operation) =>
  operation.parameters.flatMap((parameter) => [
    ...(parameter.required && parameter.in !== 'path' ? [leftOut(operation, parameter)] : []),
    ...(triedByName.includes(parameter.name) ? [] : listConstraints(parameter.name, parameter.schema)).flatMap((constraint) =>
      wrong(operation, parameter, constraint),
    ),
  ]);

/**
 * Returns the requirement that a parameter's value breaks: the one that names the keyword, or else the parameter's first, or else
 * the one about all input.
 */
export function requirementOfParameter(operation: Operation, { name, requirements }: Parameter, keyword: string): Requirement {
  // The requirements of an idempotency key say what it does; none says that it must be present.
  const own = keyword === 'required' ? presenceOf(requirements) : ownOf(requirements);
  const first = triedByName.includes(name) ? findAbout(operation, 'validation') : own;
  const owner = requirements.find(({ keywords }) => keywords?.includes(keyword)) ?? first;
  return owner ?? requirementAbout(operation, operation.hasBody ? 'wrong-types' : 'success');
}

function leftOut(operation: Operation, parameter: Parameter): Violation {
  return {
    ...shared(operation, parameter, 'required'),
    id: `parameter/${parameter.name}/absent`,
    title: `${operation.slug} without ${parameter.name} is refused`,
    request: (values) => ({
      spec: requestFor(operation, { ...values, [keyOf(parameter)]: undefined }),
      difference: `${parameter.name}: ${parameter.in === 'header' ? 'sent' : 'given'} → absent`,
    }),
  };
}

function wrong(operation: Operation, parameter: Parameter, constraint: Constraint): Violation[] {
  const { keyword, path } = constraint;
  const value = forbiddenText(parameter, constraint);
  const violation = (id: string, value: string | string[]): Violation => ({
    ...shared(operation, parameter, keyword),
    constraint: constraint.name,
    id: `parameter/${parameter.name}/${id}`,
    title: `${operation.slug} with ${parameter.name}: ${showText(value)} is refused`,
    request: (values) => ({
      spec: requestFor(operation, { ...values, [keyOf(parameter)]: value }),
      difference: `${parameter.name} → ${showText(value)}`,
    }),
  });
  // Trailing spaces are not part of a header's value.
  const near =
    keyword === 'enum' && path.length === 0 ? nearListed(parameter.schema).filter(([, text]) => text === text.trim()) : [];
  // Without the value of a parameter, a path is another path; and a list without a value is no list.
  if (value === undefined || (value.length === 0 && (parameter.in === 'path' || Array.isArray(value)))) return [];
  return [violation(`not-${path.length > 0 ? 'item-' : ''}${keyword}`, value), ...near.map(([id, text]) => violation(id, text))];
}

/**
 * Returns a text that breaks a keyword. It has another type only if a text can express that, because every parameter is a text.
 */
function forbiddenText(parameter: Parameter, constraint: Constraint): string | string[] | undefined {
  const { in: place, schema, pointer } = parameter;
  if (forbidsNothing(constraint, place)) return undefined;
  const { type } = constraint.schemas.at(-1) as Schema;
  const other = [type].flat().includes('integer') ? String(fractionOf(constraint.schemas.at(-1) as Schema)) : 'text';
  // Without the value of a parameter, a path is another path. A header, a cookie or a list without a text may count as absent,
  // and spaces around the value of a header or around an entry of its list are not part of it.
  const canBeSent = (one: unknown): boolean => {
    const texts = [one].flat().map(String);
    const hasText = texts.join('') !== '' || (place === 'query' && !Array.isArray(one));
    return hasText && canBeSplit(parameter, one) && (place !== 'header' || texts.every((text) => text === text.trim()));
  };
  if (constraint.keyword === 'type')
    return constraint.path.length === 0 ? other : canBeSent([other]) ? writeParameter([other]) : undefined;
  const value = forbiddenValue(schema, constraint, pointer, canBeSent);
  const isWritable = value !== undefined && (Array.isArray(value) ? place !== 'cookie' : typeof value !== 'object');
  return isWritable ? writeParameter(value) : undefined;
}

/**
 * Checks whether a keyword forbids nothing in a parameter, because every value is a text or a list of one, and an empty value
 * often means none.
 */
export function forbidsNothing({ keyword, schemas }: Constraint, place: Parameter['in']): boolean {
  const { type, minLength, minItems } = schemas.at(-1) as Schema;
  if (keyword === 'minLength') return place === 'path' && minLength === 1;
  if (keyword === 'minItems') return minItems === 1;
  return keyword === 'type' && [type].flat().some((one) => one === 'string' || one === 'array');
}

/** Renders the text of a value, or the texts of a list. */
export function showText(text: string | string[]): string {
  return [text].flat().join(', ');
}

/** Returns the features that a parameter belongs to: its own, and the one of its first requirement. */
export function featuresOfParameter({ feature, requirements }: Parameter): string[] {
  const own = presenceOf(requirements);
  const stated = own ? featuresOf(own) : [];
  return [...new Set([...(feature === undefined ? [] : [feature]), ...stated])];
}

/** Returns the problem for a wrong parameter. In a path, a malformed id may also count as an unknown one. */
function problemOf(operation: Operation, { name, in: place, schema }: Parameter): Pick<Violation, 'problem'> {
  const requirement = findAbout(operation, 'validation');
  if (!requirement || place === 'path' || triedByName.includes(name)) return {};
  // For a list, the problem may name the item or the complete list.
  const isList = [schema.type].flat().includes('array');
  return { problem: { requirement, code: 'validation_failed', ...(!isList && { item: { pointer: `/${pointed(name)}` } }) } };
}

function shared(operation: Operation, parameter: Parameter, keyword: string) {
  const { name, pointer } = parameter;
  const requirement = requirementOfParameter(operation, parameter, keyword);
  return {
    requirement,
    pointer,
    member: name,
    about: 'parameter',
    constraint: `${keyword} of ${name}`,
    kind: 'input' as const,
    features: featuresOfParameter(parameter),
    ...problemOf(operation, parameter),
  };
}

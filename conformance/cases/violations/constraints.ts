import { featuresOf, featuresOfProperty, listAlternatives } from '../../src/contract/claimed-schema.ts';
import { compileSchema } from '../../src/contract/compile-schema.ts';
import {
  type Contract,
  type Operation,
  ownOf,
  type Requirement,
  requirementAbout,
  requirementsOf,
  type Schema,
} from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { pointed } from '../../src/contract/follow-reference.ts';
import { type Constraint, isGrammar, listConstraints } from '../../src/contract/list-constraints.ts';
import { bodyAround } from '../../src/contract/mend-body.ts';
import { isJson } from '../../src/contract/plain/read-responses.ts';
import { sampleOf } from '../../src/contract/sample-of.ts';
import { requestFor } from '../../src/subject/request-for.ts';
import { isCallable } from '../../src/subject/ways-into.ts';
import { forbiddenValue, nearValue } from '../derive/requests/forbidden-value.ts';
import { fieldViolations, nearListed } from './fields.ts';
import type { DeriveViolations, Violation } from './violation.ts';

interface Place {
  contract: Contract;
  operation: Operation;
  field: string;
}
/** Derives a wrong value for each keyword that fieldViolations omits, such as list lengths and keywords of nested values. */
export const constraintViolations: DeriveViolations = (contract, operation) => {
  const tried = new Set(fieldViolations(contract, operation).flatMap(({ constraint }) => constraint ?? []));
  let left = contract.plain ? mostOfPlain : Number.POSITIVE_INFINITY;
  const within = (constraints: Constraint[]): Constraint[] => {
    const kept = constraints.slice(0, left);
    left -= kept.length;
    if (kept.length < constraints.length) tellLeft(contract, operation);
    return kept;
  };
  return Object.entries(operation.request.properties ?? {}).flatMap(([field, schema]) => {
    const place = { contract, operation, field };
    const hasTexts = !contract.plain && field !== operation.identifies && isCallable(contract, operation);
    return [
      ...ofAlternatives(place, schema),
      ...(contract.plain ? ofItems(place, schema) : []),
      ...within(listConstraints(field, schema))
        .filter(({ name, keyword, path }) => !tried.has(name) && !(hasTexts && path.length === 0 && isGrammar(keyword)))
        .flatMap((constraint) => violationsOf(place, constraint)),
    ];
  });
};

/** The maximum number of keywords to break for one body: each needs a search for a value, and few bodies have more. */
const mostOfPlain = 400;

function tellLeft({ plain }: Contract, { requestPointer: pointer }: Operation): void {
  const reason = `its body has more than ${mostOfPlain} keywords, of which the first ${mostOfPlain} are broken`;
  if (!plain?.untried.some((one) => one.pointer === pointer && one.reason === reason)) plain?.untried.push({ pointer, reason });
}

/** Lists the keywords of a value's alternative schemas, each with the index of its schema. */
const listEach = (schemas: Schema[], field: string): [at: number, schema: Schema, constraint: Constraint][] =>
  schemas.flatMap((schema, at) =>
    listConstraints(field, schema)
      .filter(({ path, keyword }) => path.length > 0 || keyword !== 'type')
      .map((constraint): [number, Schema, Constraint] => [at, schema, constraint]),
  );

/** For each alternative object schema of a property, derives values that break one keyword and match no other alternative. */
function ofAlternatives(place: Place, schema: Schema): Violation[] {
  const isAllowed = compileSchema(schema);
  const alternatives = listAlternatives(schema);
  return listEach(alternatives, place.field).flatMap(([at, alternative, constraint]) => {
    const about = { name: `alternative-${at + 1}`, isAllowed };
    const own = violationsOf(place, constraint, about);
    if (constraint.keyword !== 'additionalProperties' || constraint.path.length > 0) return own;
    // Adds a field of another alternative, which a server accepts if it merges the fields of all alternatives.
    const others = alternatives.filter((other) => other !== alternative);
    return [...own, ...others.flatMap((other) => withFieldOf(place, constraint, about, other))];
  });
}

/** Derives values as `ofAlternatives` does, but for the entries of a list if their schema has alternatives. */
function ofItems(place: Place, schema: Schema): Violation[] {
  const { items, minItems = 1 } = schema as Schema & { minItems?: number };
  if (typeof items !== 'object' || items === null) return [];
  const isAllowed = compileSchema(schema);
  const alternatives = listAlternatives({ ...items, 'x-requirements': schema['x-requirements'] });
  return listEach(alternatives, place.field).flatMap(([at, alternative, constraint]) => {
    const wrong = forbiddenValue(alternative, constraint, place.field);
    if (wrong === undefined) return [];
    const others = Array(Math.max(0, minItems - 1)).fill(sampleOf(items, place.field));
    const about = { name: `0/alternative-${at + 1}`, isAllowed };
    return violationsOf(place, constraint, about, { suffix: '', value: [wrong, ...others] });
  });
}

function withFieldOf(
  place: Place,
  constraint: Constraint,
  about: Alternative,
  { properties = {}, required = [] }: Schema,
): Violation[] {
  const [own = {}] = constraint.schemas;
  const name = required.find((one) => !Object.hasOwn(own.properties ?? {}, one));
  if (name === undefined) return [];
  const value = { ...(sampleOf(own, place.field) as Schema), [name]: sampleOf(properties[name] ?? {}, place.field) };
  return violationsOf(place, constraint, about, { suffix: `/with-${name}`, value });
}

interface Alternative {
  name: string;
  isAllowed: (value: unknown) => unknown;
}

function violationsOf(
  place: Place,
  constraint: Constraint,
  alternative?: Alternative,
  given?: { suffix: string; value: unknown },
): Violation[] {
  const { contract, operation, field } = place;
  const { keyword, path, schemas, missing, beside, name } = constraint;
  const requirement = ownerOf(contract, constraint) ?? ofTypes(operation, keyword);
  const pointer = `${operation.requestPointer}/properties/${pointed(field)}`;
  const value = given ? given.value : forbiddenValue(schemas[0] ?? {}, constraint, pointer, canBeSentBy(operation, field));
  if (!requirement || value === undefined || constraint.isBeyond || alternative?.isAllowed(value)) return [];
  const parts = [field, ...(alternative ? [alternative.name] : []), ...path, ...[beside, missing].flatMap((one) => one ?? [])];
  const near = given ? [] : nearTexts(contract, constraint);
  return [
    ...near.flatMap(([suffix, othersFor]) => {
      const value = nearValue(schemas[0] ?? {}, constraint, pointer, othersFor);
      return value === undefined ? [] : violationsOf(place, constraint, alternative, { suffix, value });
    }),
    {
      id: `body/${parts.join('/')}/not-${keyword}${given?.suffix ?? ''}`,
      title: `${operation.slug} with ${field}: ${showValue(value)}, which breaks its ${name}, is refused`,
      requirement,
      pointer,
      member: field,
      about: 'constraint',
      constraint: alternative ? `${name}, ${alternative.name}` : name,
      kind: 'input',
      features: [...new Set(schemas.flatMap((schema) => featuresOfProperty(contract, schema)))],
      request: (body) => ({
        spec: requestFor(operation, bodyAround(operation, body, field, value)),
        difference: `${field}: ${showValue(body[field])} → ${showValue(value)}`,
      }),
      problem: {
        requirement: requirementAbout(operation, 'validation'),
        code: 'validation_failed',
        // Leaves out the pointer for alternatives: a server may compare the value with any of them, and each has its own pointer.
        ...(!alternative && itemOf(constraint, field)),
      },
    },
  ];
}

/** Makes a function that checks whether a value can be sent in a field. In a form, an empty string, list or object cannot. */
const canBeSentBy =
  ({ plain }: Operation, field: string) =>
  (value: unknown): boolean => {
    if (!plain || isJson(plain.mediaType)) return true;
    return plain.parts.get(field)?.entries === 'deep' ? !/""|\{\}|\[\]/.test(JSON.stringify(value) ?? '') : value !== '';
  };

/** A way to break a keyword with a string that resembles a valid one. The suffix is added to the case's id. */
type NearText = [suffix: string, othersFor: (text: string) => string[]];

function nearTexts({ plain }: Contract, { keyword, schemas }: Constraint): NearText[] {
  if (keyword === 'enum') return nearListed(schemas.at(-1) ?? {}).map(([name, text]) => [`/${name}`, () => [text]]);
  if (keyword !== 'pattern') return [];
  const pattern = String(schemas.at(-1)?.pattern);
  const around = ['!', 'x', '0'];
  const times = [1, 2, 3, 4, 5, 6, 7, 8];
  // A server accepts these strings if it looks for the pattern anywhere, or if its own pattern allows other lengths.
  const ofPlain: NearText[] = [
    ['/with-more-behind', (text) => around.map((sign) => text + sign)],
    ['/longer', (text) => times.map((count) => text + text.slice(-1).repeat(count))],
    ['/shorter', (text) => times.map((count) => text.slice(0, -count))],
  ];
  if (pattern.startsWith('^')) ofPlain.push(['/with-more-before', (text) => around.map((sign) => sign + text)]);
  return [
    ['/in-other-case', (text) => [text.toLowerCase(), text.toUpperCase()]],
    ...(plain && pattern.endsWith('$') ? ofPlain : []),
    // To save requests, leaves out the signs for plain documents, which may have many patterns.
    ...(plain ? [] : signs.map(([name, sign]): NearText => [`/${name}`, (text) => swapIn(text, sign)])),
  ];
}

/** Characters that a server may accept although a pattern forbids them. */
const signs = [
  ['with-hyphen', '-'],
  ['with-underscore', '_'],
  ['with-space', ' '],
  ['with-other-digit', '\u0663'],
] as const;

/** Lists strings in which `sign` replaces one character, starting with the characters in the middle. */
function swapIn(text: string, sign: string): string[] {
  const middle = text.length >> 1;
  const places = Array.from(text, (_, at) => at).sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle));
  return places.slice(0, 20).map((at) => text.slice(0, at) + sign + text.slice(at + 1));
}

/** Returns the pointer to the wrong value, or none if the value is in a list or map and its place there is not known. */
function itemOf({ keyword, path, schemas, missing }: Constraint, field: string): { item?: { pointer: string } } {
  const isFree = keyword === 'additionalProperties' || keyword === 'propertyNames' || path.includes('any');
  if (isFree || schemas.some((schema) => Array.isArray(schema.examples) && schema.items !== undefined && path.length > 0))
    return {};
  return { item: { pointer: `/${[field, ...path, ...(missing === undefined ? [] : [missing])].map(pointed).join('/')}` } };
}

/** Returns the requirement that lists a keyword, or else the main requirement of a feature. Begins with the innermost schema. */
export function ownerOf(
  contract: Contract,
  { keyword, schemas }: Pick<Constraint, 'keyword' | 'schemas'>,
): Requirement | undefined {
  for (const schema of schemas.toReversed()) {
    const stated = requirementsOf(contract, schema);
    const named = stated.find(({ keywords }) => keywords?.includes(keyword));
    const first = ownOf(stated);
    const isOfFeature = 'x-feature' in schema || (first !== undefined && featuresOf(first).length > 0);
    if (named ?? (isOfFeature && first)) return named ?? first;
  }
  return undefined;
}

const ofTypes = (operation: Operation, keyword: string): Requirement | undefined =>
  keyword === 'type' || keyword === 'format' ? requirementAbout(operation, 'wrong-types') : undefined;

import { isDeepStrictEqual } from 'node:util';
import type { Case } from '../../../src/case/case.ts';
import { featuresOf, featuresOfProperty, listAlternatives } from '../../../src/contract/claimed-schema.ts';
import { compileSchema } from '../../../src/contract/compile-schema.ts';
import {
  type Contract,
  findAbout,
  type Operation,
  ownOf,
  type Requirement,
  requirementsOf,
  type Schema,
} from '../../../src/contract/contract.ts';
import { pointed } from '../../../src/contract/follow-reference.ts';
import { formatTexts, isCertain, textOf } from '../../../src/contract/formats.ts';
import { isGrammar, listConstraints } from '../../../src/contract/list-constraints.ts';
import { lawfulValue } from '../../../src/contract/mend-body.ts';
import { valueWith } from '../../../src/contract/part-at.ts';
import { perhapsNull } from '../../../src/contract/plain/normalise-schemas.ts';
import { relationsOf } from '../../../src/contract/relations.ts';
import { sampleOf } from '../../../src/contract/sample-of.ts';
import { decimalMultiple, isBlurred, largeMultiple } from '../../../src/contract/step-of.ts';
import { isCallable } from '../../../src/subject/ways-into.ts';
import { ownerOf } from '../../violations/constraints.ts';
import { edgeValue } from './forbidden-value.ts';
import { probeTexts } from './probe-texts.ts';
import { deriveRefusedUrls } from './refused-urls.ts';
import { echoesOf } from './sent-values.ts';
import { wholeOf } from './vary-value.ts';
import { acceptedValue, refusedValue, type WrittenValue } from './written-value.ts';
import { makeLists } from './wrong-parts.ts';

/** Derives cases for values at the bounds of each request property, and for strings that its grammar accepts or refuses. */
export function deriveValues(contract: Contract, operation: Operation): Case[] {
  if (!isCallable(contract, operation)) return [];
  return Object.entries(operation.request.properties ?? {}).flatMap(([field, schema]) =>
    field === operation.identifies ? [] : valuesOf(contract, operation, field, schema),
  );
}

function valuesOf(contract: Contract, operation: Operation, field: string, schema: Schema): Case[] {
  const features = featuresOfProperty(contract, schema);
  const pointer = `${operation.requestPointer}/properties/${pointed(field)}`;
  const constraints = listConstraints(field, schema);
  const stated = requirementsOf(contract, schema);
  const first = ownOf(stated);
  const owner = (keyword: string): Requirement | undefined =>
    stated.find(({ keywords }) => keywords?.includes(keyword)) ?? (features.length > 0 ? first : undefined);
  const isAllowed = compileSchema(schema);
  const written = (id: string, value: unknown, requirement: Requirement): WrittenValue => ({
    ...{ id, json: JSON.stringify(value), requirement: requirement.id },
    ...{ features, derived: true },
  });
  const taken = (...about: Parameters<typeof written>): Case => acceptedValue(contract, operation, field, written(...about));
  const accept = (id: string, value: unknown, keyword: string): Case[] => {
    const requirement = owner(keyword);
    if (!requirement) return [];
    const [constraint] = constraints.filter((one) => one.keyword === keyword && one.path.length === 0);
    const isRight = isAllowed(value);
    const edge = isRight || !constraint ? value : edgeValue(schema, constraint, pointer);
    if (isRight || edge !== undefined) return [taken(id, edge, requirement)];
    const reason = `${field} of ${operation.id} has no value at its ${keyword}, because its schema does not allow ${JSON.stringify(value)}.`;
    if (!contract.plain) throw new Error(reason);
    contract.plain.untried.push({ pointer, reason: `no allowed value of ${field} at its ${keyword} was found` });
    return [];
  };
  const cases: Case[] = [];
  // A bound that depends on the stored object is left to the cases for relations.
  const isBound = (...kinds: string[]): boolean =>
    relationsOf(operation.request).some(({ property, is, of }) => property === field && of !== undefined && kinds.includes(is));
  const [hasFloor, hasCeiling] = [isBound('at-least', 'above', 'equal'), isBound('at-most', 'below', 'equal')];
  if (!hasFloor && typeof schema.minimum === 'number' && !isBlurred(schema.minimum))
    cases.push(...accept('least', schema.minimum, 'minimum'));
  if (!hasCeiling && typeof schema.maximum === 'number' && !isBlurred(schema.maximum))
    cases.push(...accept('greatest', schema.maximum, 'maximum'));
  const inDecimals = decimalMultiple(schema);
  if (inDecimals !== undefined && !hasFloor && !hasCeiling) cases.push(...accept('in-decimals', inDecimals, 'multipleOf'));
  const large = largeMultiple(schema);
  if (large !== undefined && large !== schema.maximum && !hasCeiling) cases.push(...accept('large', large, 'multipleOf'));
  // The probe strings were chosen for the grammars of the payment contract, so they are not used with other documents.
  const grammar = contract.plain ? undefined : Object.keys(schema).find((keyword) => isGrammar(keyword) && owner(keyword));
  if (grammar) cases.push(...grammarCases(contract, operation, field, schema, written('', null, owner(grammar) as Requirement)));
  else if (typeof schema.maxLength === 'number' && !schema.enum && isCertain(schema, schema.maxLength))
    cases.push(...accept('longest', textOf(schema, schema.maxLength), 'maxLength'));
  for (const value of schema.enum ?? []) if (value !== null) cases.push(...accept(`is-${value}`, value, 'enum'));
  // Without this feature a deployment may treat a null as it likes. With it, null must count as an absent field.
  const nullRule = operation.request.required?.includes(field) ? undefined : findAbout(operation, 'null-property');
  const ofNull = nullRule ?? owner('type') ?? first;
  const hasNull = /json/i.test(operation.plain?.mediaType ?? 'json');
  const listsNull = contract.plain !== undefined && schema.enum?.includes(null);
  if (hasNull && ([schema.type].flat().includes('null') || listsNull) && !(perhapsNull in schema) && ofNull)
    cases.push({
      ...acceptedValue(contract, operation, field, {
        ...written('is-null', null, ofNull),
        features: [...new Set([...features, ...(nullRule ? featuresOf(nullRule) : [])])],
        besideOthers: operation.creates && !operation.plain,
        echoed: JSON.stringify((nullRule && schema.default) ?? null),
      }),
      ...(nullRule && { proves: [`null of ${operation.id}`] }),
    });
  const ofChoice = owner('oneOf') ?? owner('anyOf') ?? first;
  for (const [index, alternative] of ofChoice ? listAlternatives(schema).entries() : []) {
    const fewest = sampleOf(alternative, pointer) as Record<string, unknown>;
    const take = (more: string, value: unknown) =>
      cases.push(taken(`alternative-${index + 1}${more}`, value, ofChoice as Requirement));
    take('', fewest);
    const whole = wholeOf(alternative.properties ?? {}, fewest);
    if (Object.keys(whole).length > Object.keys(fewest).length && isAllowed(whole)) take('/whole', whole);
    for (const constraint of contract.plain ? listConstraints(field, alternative) : []) {
      const value = constraint.path.length > 0 ? edgeValue(alternative, constraint, pointer) : undefined;
      if (value !== undefined && isAllowed(value)) take(`/${[...constraint.path, constraint.keyword].join('/')}`, value);
    }
  }
  for (const constraint of constraints) {
    const { keyword, path, beside } = constraint;
    if (path.length === 0 && ['minimum', 'maximum', 'minLength', 'maxLength'].includes(keyword)) continue;
    const requirement = ownerOf(contract, constraint);
    const value = requirement && edgeValue(schema, constraint, pointer);
    if (!requirement || value === undefined) continue;
    const besides = beside === undefined ? [] : [`${keyword === 'dependentRequired' ? 'without' : 'with'}-${beside}`];
    const own = taken([...path, ...besides, keyword].join('/'), value, requirement);
    if (!cases.some(({ id }) => id === own.id)) cases.push(own);
  }
  const { items, uniqueItems } = schema as Schema & { uniqueItems?: boolean };
  // Checks that a list may contain the same entry twice, if the contract allows that.
  if (items && !uniqueItems && first && !contract.plain) {
    const [entry] = makeLists(schema, sampleOf(schema, pointer), 1)[1] ?? [];
    const alike = [entry, entry];
    if (isAllowed(alike) && isDeepStrictEqual(lawfulValue(schema, alike, [entry]), alike))
      cases.push(taken('alike', alike, first));
  }
  const ofFormat = owner('format') ?? first;
  const formats = contract.plain || !ofFormat ? [] : constraints.filter(({ keyword }) => keyword === 'format');
  for (const { path, schemas } of formats) {
    const format = String(schemas.at(-1)?.format);
    const { right = [], wrong = [] } = formatTexts[format] ?? {};
    for (const text of [...right, ...wrong]) {
      const isRight = right.includes(text);
      const whole = valueWith(schema, path, pointer, text);
      const value = isRight ? lawfulValue(schema, whole, sampleOf(schema, pointer)) : whole;
      if (isAllowed(value) !== isRight) continue;
      const id = [...path, format, encodeURIComponent(text)].join('/');
      const sent = { ...written(id, value, ofFormat as Requirement), path };
      cases.push(isRight ? acceptedValue(contract, operation, field, sent) : refusedValue(operation, field, sent));
    }
  }
  return [...cases, ...deriveRefusedUrls(contract, operation, field, schema)];
}

function grammarCases(contract: Contract, operation: Operation, field: string, schema: Schema, about: WrittenValue): Case[] {
  const constraints = listConstraints(field, schema);
  const shown = echoesOf(operation).find(({ sent }) => sent === field)?.schema;
  // If the response field has a requirement about the same keyword, that requirement promises that the text comes back unchanged.
  const exact = shown && requirementsOf(contract, shown).find(({ keywords }) => keywords?.some((keyword) => keyword in schema));
  return probeTexts(schema).map(({ text, allowed }) => {
    const value: WrittenValue = {
      ...{ ...about, id: encodeURIComponent(text) || 'empty', json: JSON.stringify(text) },
      ...(exact && { echoRequirement: exact.id }),
    };
    if (allowed) return acceptedValue(contract, operation, field, value);
    const broken = constraints.filter(({ keyword }) => allowsWithout(schema, keyword, text) || isImplied(schema, keyword, text));
    return { ...refusedValue(operation, field, value), proves: broken.map(({ name }) => `${name} of ${operation.id}`) };
  });
}

/** Checks whether a string would be allowed if the schema lacked this keyword. */
function allowsWithout(schema: Schema, keyword: string, text: string): boolean {
  const { [keyword]: _left, ...rest } = schema;
  return compileSchema(rest)(text);
}

/** Checks whether the keyword is redundant: every probe string that it forbids is also forbidden by another keyword. */
function isImplied(schema: Schema, keyword: string, text: string): boolean {
  if (compileSchema({ type: 'string', [keyword]: schema[keyword] })(text)) return false;
  return !probeTexts(schema).some((probe) => !probe.allowed && allowsWithout(schema, keyword, probe.text));
}

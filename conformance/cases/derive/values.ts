import type { Case } from '../../src/case/case.ts';
import { featuresOfProperty } from '../../src/contract/claimed-schema.ts';
import { compileSchema } from '../../src/contract/compile-schema.ts';
import {
  type Contract,
  echoOf,
  type Operation,
  operationById,
  type Requirement,
  requirementsOf,
  type Schema,
} from '../../src/contract/contract.ts';
import { textOf } from '../../src/contract/text-of.ts';
import { callOf } from '../../src/subject/ways-into.ts';
import { probeTexts } from './probe-texts.ts';
import { deriveRefusedUrls } from './refused-urls.ts';
import { acceptedValue, refusedValue, type WrittenValue } from './written-value.ts';

/**
 * Derives the cases of the values at the bounds of each property of a request, and of the texts that its grammar takes and
 * refuses. Values beyond the bounds are violations, as wrong types are.
 */
export function deriveValues(contract: Contract, operationId: string): Case[] {
  const operation = operationById(contract, operationId);
  if (!isCallable(contract, operation)) return [];
  return Object.entries(operation.request.properties ?? {}).flatMap(([field, schema]) =>
    field === operation.identifies ? [] : valuesOf(contract, operation, field, schema),
  );
}

/** Tells if a call with a lawful body succeeds: a receipt that is made up does not. */
function isCallable({ lifecycle, ...contract }: Contract, { id }: Operation): boolean {
  const events = Object.entries(lifecycle.events).flatMap(([event, { operation }]) => (operation === id ? [event] : []));
  return events.every((event) => callOf({ lifecycle, ...contract }, event) !== undefined);
}

function valuesOf(contract: Contract, operation: Operation, field: string, schema: Schema): Case[] {
  const features = featuresOfProperty(contract, schema);
  const owner = (keyword: string): Requirement | undefined => {
    const stated = requirementsOf(contract, schema);
    return stated.find(({ keywords }) => keywords?.includes(keyword)) ?? (features.length > 0 ? stated[0] : undefined);
  };
  const written = (id: string, value: unknown, requirement: Requirement): WrittenValue => ({
    id,
    json: JSON.stringify(value),
    requirement: requirement.id,
    features,
    derived: true,
  });
  const accept = (id: string, value: unknown, keyword: string): Case[] => {
    const requirement = owner(keyword);
    if (!requirement) return [];
    if (!compileSchema(schema)(value))
      throw new Error(`${field} of ${operation.id} has no value at its ${keyword}: ${JSON.stringify(value)} breaks the schema.`);
    return [acceptedValue(contract, operation, field, written(id, value, requirement))];
  };
  const cases: Case[] = [];
  if (typeof schema.minimum === 'number') cases.push(...accept('least', schema.minimum, 'minimum'));
  if (typeof schema.maximum === 'number') cases.push(...accept('greatest', schema.maximum, 'maximum'));
  const grammar = ['anyOf', 'oneOf', 'not', 'pattern'].find((keyword) => keyword in schema && owner(keyword));
  if (grammar) cases.push(...grammarCases(contract, operation, field, schema, owner(grammar) as Requirement, features));
  else if (typeof schema.maxLength === 'number' && !schema.enum)
    cases.push(...accept('longest', textOf(schema, schema.maxLength), 'maxLength'));
  for (const value of schema.enum ?? []) if (value !== null) cases.push(...accept(`is-${value}`, value, 'enum'));
  cases.push(...deriveRefusedUrls(contract, operation, field, schema));
  return cases;
}

function grammarCases(
  contract: Contract,
  operation: Operation,
  field: string,
  schema: Schema,
  requirement: Requirement,
  features: string[],
): Case[] {
  const shown = Object.entries(operation.response.properties ?? {}).find(
    ([name, property]) => echoOf(name, property)?.operation === operation.id && echoOf(name, property)?.sent === field,
  )?.[1];
  // The exact echo of a text with a grammar is promised where the same keyword of the response is.
  const exact = shown && requirementsOf(contract, shown).find(({ keywords }) => keywords?.some((keyword) => keyword in schema));
  return probeTexts(schema).map(({ text, allowed }) => {
    const value: WrittenValue = {
      id: encodeURIComponent(text),
      json: JSON.stringify(text),
      requirement: requirement.id,
      features,
      derived: true,
      ...(exact && { echoRequirement: exact.id }),
    };
    return allowed ? acceptedValue(contract, operation, field, value) : refusedValue(operation, field, value);
  });
}

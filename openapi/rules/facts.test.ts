import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { valueAt } from '../reader/follow-reference.ts';
import { isNode, type Node, type Place } from '../reader/json.ts';
import { parseContract } from '../reader/parse-contract.ts';
import { factSchema, findMistakes, placesOf } from './fact-form.ts';

const contract = parseContract(readFileSync(new URL('../openapi.yaml', import.meta.url), 'utf8'), 'the contract');
const facts = Object.entries<Node>(factSchema.$defs).filter(([name]) => name.startsWith('x-'));

/** Lists the rule's findings in a changed copy of the contract. */
function findAfter(change: (copy: Node) => void): string[] {
  const copy = structuredClone(contract);
  change(copy);
  return [...findMistakes(copy)].map(({ at }) => at.join(' '));
}

/** Lists the objects of the contract that are facts or parts of facts. Skips maps, because they may contain any key. */
function* partsOfFacts(node: unknown = contract, at: Place = [], schema?: Node): Generator<{ at: Place; schema: Node }> {
  if (isNode(node) && schema?.properties && !schema.patternProperties) yield { at, schema };
  for (const [key, value] of Object.entries(isNode(node) || Array.isArray(node) ? node : {})) {
    const within = schema?.properties?.[key] ?? schema?.items ?? schema?.additionalProperties;
    const own = facts.find(([name]) => name === key)?.[1] ?? (isNode(within) ? within : undefined);
    const name = typeof own?.$ref === 'string' ? own.$ref.split('/').at(-1) : undefined;
    yield* partsOfFacts(value, [...at, key], name === undefined ? own : factSchema.$defs[name]);
  }
}

test('the contract is right, and names the schema in its first line for editors', () => {
  expect(findAfter(() => {})).toEqual([]);
  const text = readFileSync(new URL('../openapi.yaml', import.meta.url), 'utf8');
  expect(text.split('\n')[0]).toBe('# yaml-language-server: $schema=facts.schema.json');
});

test('every fact, and every field of one, says what it means, and every fact has a place', () => {
  const silent = (schema: Node, name: string): string[] => [
    ...(schema.description || schema.title === 'a state' || schema.title === 'an event' ? [] : [name]),
    ...Object.entries<Node>(schema.properties ?? {})
      .filter(([key]) => !key.startsWith('x-'))
      .flatMap(([key, one]) => (one.$ref?.startsWith('#/$defs/x-') ? [] : silent(one, `${name}.${key}`))),
    ...(isNode(schema.items) && schema.items.properties ? silent(schema.items, `${name}[]`) : []),
  ];
  expect(facts.flatMap(([name, schema]) => silent(schema, name))).toEqual([]);
  expect(facts.filter(([name]) => placesOf(name, factSchema).length === 0)).toEqual([]);
});

test('a condition that no keyword names says in its description what to do', () => {
  const within = (value: unknown): Node[] => {
    if (typeof value !== 'object' || value === null) return [];
    return [...(isNode(value) ? [value] : []), ...Object.values(value).flatMap(within)];
  };
  const ofConditions = within(factSchema).filter((one) => isNode(one.not) && one.not.required !== undefined);
  expect(ofConditions.length).toBeGreaterThan(2);
  expect(ofConditions.filter(({ description }) => typeof description !== 'string')).toEqual([]);
});

test('in every part of every fact of the contract, a key that nothing reads and a key that is missing are found', () => {
  // Tries only one object for each subschema, because all objects with the same subschema are checked in the same way.
  const parts = [...new Map([...partsOfFacts()].map((part) => [part.schema, part])).values()];
  expect(parts.length).toBeGreaterThan(10);
  for (const { at, schema } of parts) {
    const added = findAfter((copy) => Object.assign(valueAt(copy, at), { unread: 1 }));
    expect(added, `${at.join('/')}: a key`).toContain([...at, 'unread'].join(' '));
    for (const key of schema.required ?? [])
      expect(
        findAfter((copy) => delete valueAt(copy, at)[key]),
        `${at.join('/')} without ${key}`,
      ).toContain(at.join(' '));
    for (const key of Object.keys(schema.properties))
      expect(
        findAfter((copy) => Object.assign(valueAt(copy, at), { [key]: [{}] })).some((place) =>
          place.startsWith([...at, key].join(' ')),
        ),
        `${at.join('/')}: ${key} of another type`,
      ).toBe(true);
  }
});

test('every simple value has a title, with which a mistake says what to write', () => {
  const untitled: string[] = [];
  const walk = (node: unknown, place: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, title, enum: listed } = node as Record<string, unknown>;
    const isSimple = ['string', 'number', 'integer', 'boolean'].includes(String(type));
    if (isSimple && title === undefined && listed === undefined) untitled.push(place);
    for (const [key, value] of Object.entries(node)) walk(value, `${place}/${key}`);
  };
  walk(factSchema, '');
  expect(untitled).toEqual([]);
});

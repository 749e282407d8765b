import { listAlternatives } from '../../../src/contract/claimed-schema.ts';
import { compileSchema } from '../../../src/contract/compile-schema.ts';
import type { Schema } from '../../../src/contract/contract.ts';
import { objectIn } from '../../../src/contract/follow-path.ts';
import { lawfulValue } from '../../../src/contract/mend-body.ts';
import { othersLike } from '../../../src/contract/others-like.ts';
import { breachOf, type Relation } from '../../../src/contract/relations.ts';
import { sampleOf } from '../../../src/contract/sample-of.ts';

/** A value, and its name in the id of a case. */
export type Variation = [suffix: string, value: unknown];

/** Groups of strings that must come back unchanged. Of each group, the first allowed string is sent: it reveals the most. */
const oddTexts: [suffix: string, texts: string[]][] = [
  ['as-typed', [' Mixed  Case, "quoted" ', ' Mixed  "Case" ', ' A  b ', 'Mixed Case', 'MixedCase', 'aB']],
  ['empty-text', ['']],
  ['marked', ['<b>&amp; "\'\\/ %41 \u2028', '<b>&amp;"\'\\', '<b>', '&']],
  ['scripts', ['größe 名前 \u0645\u0628\u0644\u063a 🧾 e\u0301', 'größe名前🧾e\u0301', 'ö名🧾', 'ö']],
];

/** Characters that a server may write differently, such as those that URLs or forms escape. */
const oddSigns = [...'=+/-_.: 0zZ'];

/** Replaces characters of a string with odd signs, as many as the pattern allows. */
function withSigns({ pattern }: Schema, text: string, isAllowed: (text: string) => unknown): string {
  if (pattern === undefined) return text;
  let found = text;
  const free = new Set(Array.from(text, (_, at) => at));
  for (const sign of oddSigns.filter((one) => !text.includes(one))) {
    const changed = (at: number): string => found.slice(0, at) + sign + found.slice(at + 1);
    const places = sign === '=' ? [...free].reverse() : [...free];
    const place = places.find((at) => isAllowed(changed(at)));
    if (place === undefined) continue;
    found = changed(place);
    free.delete(place);
  }
  return found;
}

/** Names of map entries that cannot be the name of a file, a column or a variable. */
const oddNames = ['a.b', 'with space', 'größe', '名前', 'Order-Id', '0', '$ref', 'constructor', 'a/b~c', '<b>', 'n'.repeat(64)];

/** Numbers of various sizes. A server that rounds them or converts them to another unit changes them. */
const unevenNumbers = [7919.37, 613.37, 61.37, 7.37, 0.37, 7919, 613, 61, 13, 7, 3];

/** Checks whether the relations of a schema allow a number with as many decimals as this one. */
const takes = ({ 'x-relations': relations = [] }: Schema, value: number): boolean =>
  !(relations as Omit<Relation, 'property'>[]).some(
    (one) => one.is === 'decimals' && breachOf({ ...one, property: 'value', field: 'unit' }, { value }) !== undefined,
  );

/** Makes values that reveal whether a server alters a value or stores only part of it: odd strings, or else another value. */
export function varyValue(schema: Schema, sample: unknown): Variation[] {
  const isAllowed = compileSchema(schema);
  const isWhole = typeof sample === 'object';
  return variationsOf(schema, sample)
    .filter(([name, value]) => isAllowed(value) && (isWhole || name !== '-other'))
    .map(([name, value]) => [name, lawfulValue(schema, value, sample)]);
}

function variationsOf(schema: Schema, sample: unknown): Variation[] {
  if (Array.isArray(sample)) {
    const turned: Variation[] = sample.length > 1 ? [['-turned', sample.toReversed()]] : [];
    const { items = {} } = schema;
    const entries = within(items, sample[0], (entry) => [entry, ...sample.slice(1)]);
    // Makes the last entry complete, because a server may store all fields for the first entry only.
    const { properties } = objectIn(items).schema;
    const last: Variation[] =
      properties === undefined ? [] : [['-last-whole', [...sample, wholeOf(properties, Object(sample[0]) as Schema)]]];
    return [['-empty', []], ...turned, ...last, ...entries];
  }
  if (typeof sample === 'object' && sample !== null) {
    const own = listAlternatives(schema).find((one) => compileSchema(one)(sample)) ?? schema;
    return ofObject(own, sample as Record<string, unknown>);
  }
  const { type, format, enum: listed } = schema;
  const isFree = [type].flat().includes('string') && format === undefined && listed === undefined;
  const isAllowed = compileSchema(schema);
  const isOther = (one: unknown): boolean => one !== sample && (isAllowed(one) as boolean);
  const likes = [0, 1, 2].flatMap((index) => othersLike(schema, sample, index));
  const other = typeof sample === 'boolean' ? !sample : likes.find(isOther);
  const uneven = typeof sample === 'number' ? unevenNumbers.find((one) => isOther(one) && takes(schema, one)) : undefined;
  const odd = oddTexts.flatMap(([name, all]): Variation[] => {
    const text = isFree ? all.find((each) => isAllowed(each)) : undefined;
    return text === undefined ? [] : [[`-${name}`, text]];
  });
  const signed = isFree && typeof sample === 'string' ? withSigns(schema, sample, isAllowed) : sample;
  const all: Variation[] = [
    ['-other', odd.length > 0 ? undefined : other],
    ['-uneven', uneven],
    ...odd,
    ['-signs', signed === sample ? undefined : signed],
  ];
  return all.filter(([, value]) => value !== undefined);
}

/** Adds the optional fields that an object lacks. */
export function wholeOf(properties: Record<string, Schema>, sample: Record<string, unknown>): Record<string, unknown> {
  const others = Object.entries(properties).filter(([name]) => !Object.hasOwn(sample, name));
  return { ...sample, ...Object.fromEntries(others.map(([name, schema]) => [name, sampleOf(schema, name)])) };
}

function ofObject({ properties, additionalProperties: others }: Schema, sample: Record<string, unknown>): Variation[] {
  const entries = Object.entries(sample);
  if (properties !== undefined) {
    const whole = wholeOf(properties, sample);
    return [
      ['-empty', {}],
      ...(Object.keys(whole).length > entries.length ? [['-whole', whole] as Variation] : []),
      // Never leaves out a field with a default, because the server may add it again.
      ...entries
        .filter(([name]) => properties[name]?.default === undefined)
        .map(([left]): Variation => [`-without-${left}`, Object.fromEntries(entries.filter(([name]) => name !== left))]),
      ...entries.flatMap(([name, value]) =>
        within(properties[name] ?? {}, value, (part) => ({ ...sample, [name]: part }), `-${name}`),
      ),
    ];
  }
  if (typeof others !== 'object' || others === null) return [];
  const [value] = Object.values(sample);
  const named = value === undefined ? [] : oddNames;
  return [
    ['-empty', {}],
    ...named.map((name): Variation => [`-named/${encodeURIComponent(name)}`, { [name]: value }]),
    ...within(others as Schema, value, (part) => ({ camelCase: part })),
  ];
}

const within = (schema: Schema, sample: unknown, whole: (part: unknown) => unknown, name = ''): Variation[] =>
  variationsOf(schema, sample).map(([suffix, part]) => [name + suffix, whole(part)]);

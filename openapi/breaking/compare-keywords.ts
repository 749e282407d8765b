import type { Node } from '../reader/json.ts';
import type { Effect, Recorder, Sender } from './record-changes.ts';

const lowest = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties', 'minContains'];
const highest = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties', 'maxContains'];
const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

/** Returns whether a keyword decides which values are valid, or what an absent value means. Other keywords only describe. */
export function isAssertion(key: string): boolean {
  const words =
    /^(title|description|examples?|deprecated|readOnly|writeOnly|externalDocs|xml|\$comment|\$id|\$anchor|\$defs)$|^x-/;
  return !words.test(key);
}

/** Compares a keyword whose value contains no schema. */
export function compareKeyword(key: string, before: Node, after: Node, sender: Sender, record: Recorder, property: string): void {
  const [old, now] = [before[key], after[key]];
  // `const` is compared as an enum of one value. Next to an `enum`, the comparison for `enum` covers it.
  if (key === 'enum' || key === 'const') {
    if (key === 'enum' || !('enum' in before || 'enum' in after)) compareEnums(before, after, sender, record, property);
    return;
  }
  const effect = effectOf(key, old, now);
  if (!effect) return;
  const what = `${key} was ${show(old)}, is ${show(now)}`;
  // The default of a field that the service sends only describes. The default of a field that clients send decides what
  // a request without the field means.
  if (key === 'default') {
    if (sender === 'client' && old !== undefined) record.breaking(property, what);
    return;
  }
  record.effect(effect, property, what);
}

function effectOf(key: string, old: unknown, now: unknown): Effect | undefined {
  if (JSON.stringify(old) === JSON.stringify(now)) return undefined;
  if (key === 'type') return effectOfSets(typesOf(old), typesOf(now));
  if (lowest.includes(key)) return effectOfNumbers(numberOr(now, lowEnd(key)), numberOr(old, lowEnd(key)));
  if (highest.includes(key)) return effectOfNumbers(numberOr(old, Infinity), numberOr(now, Infinity));
  if (key === 'uniqueItems') return now === true ? 'narrower' : old === true ? 'wider' : undefined;
  if (old === undefined) return 'narrower';
  if (now === undefined) return 'wider';
  if (key === 'multipleOf' && typeof old === 'number' && typeof now === 'number') {
    if (isWhole(now / old)) return 'narrower';
    if (isWhole(old / now)) return 'wider';
  }
  return 'other';
}

function compareEnums(before: Node, after: Node, sender: Sender, record: Recorder, property: string): void {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  if (!old || !now) {
    const values = (old ?? now)?.join(', ');
    if (now) record.effect('narrower', property, `only ${values} is allowed from now on`);
    if (old) record.effect('wider', property, `more than ${values} is allowed from now on`);
    return;
  }
  const [wasOpen, isOpen] = [before, after].map((schema) => sender === 'service' && schema['x-open-enum'] === true);
  if (isOpen && !wasOpen) record.breaking(property, 'may grow from now on');
  for (const value of now.filter((one) => !old.includes(one))) {
    // Clients already expect this set to grow.
    if (wasOpen) record.harmless(property, `may be ${value} too`);
    else record.effect('wider', property, `may be ${value} too`);
  }
  for (const value of old.filter((one) => !now.includes(one))) {
    // Even in a growing set, a removed value may have been renamed. A client that handles the old name would then receive an
    // unknown value.
    if (wasOpen) record.breaking(property, `may no longer be ${value}`);
    else record.effect('narrower', property, `may no longer be ${value}`);
  }
}

function valuesOf(schema: Node): string[] | undefined {
  const values = Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : undefined;
  return values?.map((value) => JSON.stringify(value));
}

function typesOf(type: unknown): string[] {
  if (type === undefined) return types;
  const named = Array.isArray(type) ? type.map(String) : [String(type)];
  return named.includes('number') ? [...named, 'integer'] : named;
}

function effectOfSets(old: string[], now: string[]): Effect | undefined {
  const lost = old.some((one) => !now.includes(one));
  const won = now.some((one) => !old.includes(one));
  return lost && won ? 'other' : lost ? 'narrower' : won ? 'wider' : undefined;
}

/** Compares two bounds: raising a lower bound or lowering an upper bound narrows the values. */
function effectOfNumbers(low: number, high: number): Effect | undefined {
  return low === high ? undefined : low > high ? 'narrower' : 'wider';
}

/** Returns the lowest possible value when no keyword sets one: 0 for lengths and most counts, -Infinity for numbers. */
function lowEnd(key: string): number {
  return key === 'minContains' ? 1 : /imum$/.test(key) ? -Infinity : 0;
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

function isWhole(ratio: number): boolean {
  // 0.1 / 0.01 is not exactly 10 in binary floating point.
  return Math.round(ratio) > 0 && Math.abs(ratio - Math.round(ratio)) < 1e-9;
}

function show(value: unknown): string {
  return value === undefined ? 'absent' : JSON.stringify(value);
}

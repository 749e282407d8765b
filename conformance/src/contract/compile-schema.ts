import { createContext, Script } from 'node:vm';
import { Ajv2020, str, type ValidateFunction } from 'ajv/dist/2020.js';
import { attempt } from '../text/attempt.ts';
import { type Computed, miscomputed } from './computed.ts';
import type { Schema } from './contract.ts';
import { plainFormats } from './formats.ts';
import { isMultiple } from './multiples.ts';

// The source document says only "ISO 8601" and "URL", so these checks accept more than RFC 3339 and RFC 3986 do. Minutes,
// seconds, the fraction and the zone are optional. A space instead of the T is refused, because only RFC 3339 allows it. A URL is
// any absolute URL that the WHATWG parser accepts, but with http or https it must contain a host (RFC 9110 §4.2). This is checked
// separately, because the WHATWG parser reads https:///pay/7 as a URL with the host `pay`.
const isoDateTime =
  /^(\d{4})-?(?:(\d\d)-?(\d\d)|W(\d\d)-?[1-7]|(\d{3}))[Tt](\d\d)(?::?(\d\d)(?::?(\d\d))?)?(?:[.,](\d+))?(?:[Zz]|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?$/;
const rfc3339 = /^\d{4}-\d\d-\d\dt(?!24)\d\d:\d\d:\d\d(?:\.\d+)?(?:z|[+-]\d\d:\d\d)$/i;
const absoluteUrl = /^(?:https?:\/\/[^\s/?#]\S*|(?!https?:)[a-z][a-z0-9+.-]*:\S+)$/i;

/** Compiles a pattern from a JSON Schema, if necessary without the given flags: many patterns are invalid in Unicode mode. */
export const readPattern = (pattern: string, flags: string): RegExp =>
  attempt(() => new RegExp(pattern, flags)) ?? new RegExp(pattern);

/** Returns whether a pattern is certainly fast: it is anchored, has few `?`, and repeats at most one character or class. */
function isQuick(pattern: string): boolean {
  const [, ways = pattern] = /^\^\(([^()]*)\)\$$/.exec(pattern) ?? [];
  // A | inside a class or after a backslash is an ordinary character.
  const isChoice = ways !== pattern && !/\[[^[\]]*\||\\\|/.test(ways);
  if (!pattern.startsWith('^') || /\)[*+{?]/.test(pattern) || (pattern.includes('|') && !isChoice)) return false;
  const count = (way: string, parts: RegExp): number => (way.match(parts) ?? []).length;
  return ways.split('|').every((way) => count(way, /[*+]|\{\d+,/g) <= 1 && count(way, /\?/g) <= 4);
}

/** Every pattern is fast enough for strings up to this length. For a longer string, a pattern gets this many milliseconds. */
const [shortText, patience] = [16, 250];
/**
 * The suite stops using a pattern after this many time-outs, because a response may contain thousands of strings. Each fast match
 * cancels one time-out, because a busy machine may have caused the time-out.
 */
const mostSlow = 10;

/**
 * Limits on the cache of each pattern: the number of results, and the length of a string whose result is stored. A match with a
 * time limit needs a thread, and most strings, such as the run's cash tag, are matched many times.
 */
const kept = { results: 100, length: 1000 };
const tried = new Map<string, Map<string, boolean>>();

const apart = createContext({ expression: /a/, text: '' });
const trial = new Script('expression.test(text)');

/**
 * Makes the RegExp that a validator uses for a pattern. Limits the time of a match: otherwise a slow pattern and a long string
 * could block the suite forever. Tries a string twice, because a busy machine may cause a single time-out. After two time-outs,
 * the string counts as not matching, because a slow match usually fails in the end.
 */
function guardPattern(pattern: string, flags: string): RegExp {
  const expression = readPattern(pattern, flags);
  if (isQuick(pattern)) return expression;
  const results = tried.get(pattern) ?? new Map<string, boolean>();
  tried.set(pattern, results);
  let slow = 0;
  const test = (text: string): boolean => {
    if (text.length <= shortText) return expression.test(text);
    const known = results.get(text);
    if (known !== undefined) return known;
    for (let attempt = 0; attempt < 2 && slow < mostSlow; attempt++)
      try {
        const result: boolean = trial.runInContext(Object.assign(apart, { expression, text }), { timeout: patience });
        slow = Math.max(0, slow - 1);
        if (results.size < kept.results && text.length <= kept.length) results.set(text, result);
        return result;
      } catch {
        slow++;
      }
    return false;
  };
  return Object.assign(new RegExp(expression), { test });
}
guardPattern.code = 'new RegExp';

const ajv = makeAjv();

/** Validators, by the text of their schema. Cases often make equal schemas, and compiling one takes longer than a request. */
const compiled = new Map<string, ValidateFunction>();
/** Validators by schema object, because serializing a large schema takes a long time. */
const known = new WeakMap<Schema, ValidateFunction>();

/** Compiles a validator for a schema of the contract. The key of the cache is the schema object, which must not change later. */
export function compileSchema(schema: Schema): ValidateFunction {
  const own = known.get(schema);
  if (own) return own;
  const text = JSON.stringify(schema, withoutWords);
  const validate = compiled.get(text) ?? ajv.compile(schema);
  compiled.set(text, validate);
  if (typeof schema === 'object') known.set(schema, validate);
  return validate;
}

/** Omits requirements and descriptions, so that schemas which differ only in these share a validator. Keeps all data values. */
const withoutWords = (key: string, value: unknown): unknown => {
  if (key === 'x-requirements' && Array.isArray(value)) return undefined;
  if (typeof value === 'string') return words.has(key) ? undefined : value;
  return values.has(key) && typeof value === 'object' ? JSON.stringify(value) : value;
};
const words = new Set(['title', 'description', '$comment']);
const values = new Set(['const', 'enum', 'default', 'examples', 'example']);

const ofDocument = new WeakMap<Schema, Ajv2020>();

/**
 * Compiles a validator for the schema at a reference in a document, to check what a deployment sends.
 * @param isPlain true if date-times in the document must conform to RFC 3339, as JSON Schema says
 */
export function compileReference(document: Schema, reference: string, isPlain = false): ValidateFunction {
  const own = ofDocument.get(document) ?? makeAjv(isPlain).addSchema(openEnums(document), 'contract');
  ofDocument.set(document, own);
  return own.getSchema(`contract${reference}`) ?? own.compile({ $ref: `contract${reference}` });
}

/** Removes the values of open enums, because a deployment may have further values. */
function openEnums(document: Schema): Schema {
  const open = (_name: string, node: unknown): unknown => {
    if (typeof node !== 'object' || node === null || !('x-open-enum' in node && 'enum' in node)) return node;
    const { enum: _known, ...rest } = node;
    return rest;
  };
  return JSON.parse(JSON.stringify(document, open)) as Schema;
}

function makeAjv(isStrict = false): Ajv2020 {
  const made = new Ajv2020({
    // Skips the meta-schema check, which takes longer than compiling all validators. The contract's lint does it instead.
    ...{ allErrors: true, strict: false, validateSchema: false, logger: false },
    // Each validator runs only a few times, so optimizing its code would take more time than it saves.
    code: { regExp: guardPattern, optimize: false },
  });
  // Replaces Ajv's check, which is wrong for decimals: in floating-point arithmetic 0.15 is not a multiple of 0.05, and a check
  // with a tolerance would accept 5e-324.
  made.removeKeyword('multipleOf').addKeyword({
    ...{ keyword: 'multipleOf', type: 'number', schemaType: 'number' },
    validate: (step: number, value: number) => isMultiple(value, step),
    error: { message: ({ schemaCode }) => str`must be multiple of ${schemaCode}` },
  });
  made.addKeyword({ keyword: 'x-computed', validate: isComputed, errors: true });
  for (const [name, judge] of Object.entries(plainFormats)) made.addFormat(name, judge);
  made.addFormat('int32', { type: 'number', validate: (number: number) => number === (number | 0) });
  made.addFormat('date-time', (text: string) => isDateTime(text) && (!isStrict || rfc3339.test(text)));
  made.addFormat('uri', (text: string) => absoluteUrl.test(text) && URL.canParse(text));
  return made;
}

/** Checks a field of a response against the other fields of its object. Sets `errors`, where Ajv looks for the message. */
function isComputed(fact: Computed, value: unknown, _schema?: unknown, at?: { parentData: object }): boolean {
  const expected = at && miscomputed(fact, value, at.parentData);
  isComputed.errors = [{ message: `must be ${JSON.stringify(expected)}, as computed from ${fact.of.join(' and ')}`, params: {} }];
  return expected === undefined;
}
isComputed.errors = [] as object[];

function isDateTime(text: string): boolean {
  const parts = isoDateTime.exec(text);
  if (!parts) return false;
  const [year, month, day, week, ofYear, hour, minute, second, fraction] = parts.slice(1);
  const [h, m, sec] = [hour, minute ?? 0, second ?? 0].map(Number) as [number, number, number];
  // 24:00 is a valid time that means the end of a day.
  if (h === 24) return m === 0 && sec === 0 && !/[1-9]/.test(fraction ?? '') && isDate(year, month, day, week, ofYear);
  // A leap second can only be the last second of an hour or, in some time zones, of a quarter of an hour.
  const isSecond = sec <= 59 || (sec === 60 && m % 15 === 14);
  return h <= 23 && m <= 59 && isSecond && isDate(year, month, day, week, ofYear);
}

/** Returns whether a date exists in the calendar. It is given as month and day, as a week, or as a day of the year. */
function isDate(year?: string, month?: string, day?: string, week?: string, ofYear?: string): boolean {
  const inYear = Number(year);
  const isLeap = new Date(Date.UTC(inYear, 2, 0)).getUTCDate() === 29;
  if (week !== undefined) return Number(week) >= 1 && Number(week) <= 53;
  if (ofYear !== undefined) return Number(ofYear) >= 1 && Number(ofYear) <= (isLeap ? 366 : 365);
  const [inMonth, onDay] = [Number(month), Number(day)];
  return inMonth >= 1 && inMonth <= 12 && onDay >= 1 && onDay <= new Date(Date.UTC(inYear, inMonth, 0)).getUTCDate();
}

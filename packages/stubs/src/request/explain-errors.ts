import type { ErrorObject } from 'ajv';
import type { ProblemItem } from '../problems/problem-error.ts';

/** Turns the validator's errors into a problem's items, one for each property. No item shows a value, as it may be a receipt. */
export function explainErrors(errors: readonly ErrorObject[]): ProblemItem[] {
  const items = new Map<string, ProblemItem>();
  for (const error of mostTellingFirst(errors)) {
    const item = explain(error);
    // Reports only the first mistake of a property: an empty tag is too short and also does not match its pattern.
    if (!items.has(item.pointer)) items.set(item.pointer, item);
  }
  // If there are too many items, leaves out those about unknown properties first.
  const isUnknown = ({ code }: ProblemItem) => code === 'unknown_property';
  const all = [...items.values()];
  return all.length <= mostItems ? all : all.toSorted((a, b) => Number(isUnknown(a)) - Number(isUnknown(b))).slice(0, mostItems);
}

/** The rule for URLs, and how to follow it. The usual mistake is a letter outside ASCII, which a browser would have encoded. */
const urlRule =
  'must be an absolute URL as in RFC 3986, such as https://shop.example/thanks. Percent-encode spaces and letters outside ASCII, and write such a host in Punycode (xn--…).';

/** Matches the pattern of a `not` that limits a length: `^[^$].{20}` forbids more than 20 characters unless the first is `$`. */
const overlong = /^\^\[\^(.)\]\.\{(\d+)\}$/;

/** Sorts errors: first a wrong type (a `not` then fails too), then a failed `not` (the strictest limit), then all others. */
function mostTellingFirst(errors: readonly ErrorObject[]): ErrorObject[] {
  const order = ['type', 'not'];
  const rank = ({ keyword }: ErrorObject) => (order.includes(keyword) ? order.indexOf(keyword) : order.length);
  return errors.toSorted((a, b) => rank(a) - rank(b));
}

function explain(error: ErrorObject): ProblemItem {
  // openapi-backend validates an object with all parts of a request, so the path begins with the name of a part.
  const [, place = ''] = error.instancePath.split('/', 2);
  const at = error.instancePath.slice(1 + place.length);
  const params = error.params as Record<string, unknown>;
  const name = at === '' ? 'The body' : at.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
  const describeUnknown = (unknown: string) =>
    `The operation has no ${place === 'query' ? 'parameter' : 'field'} ${unknown}. Leave it out, or correct its name.`;
  switch (error.keyword) {
    case 'required':
      return itemOfProperty(at, params.missingProperty, 'required', (missing) => `${missing} is missing.`);
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return itemOfProperty(at, params.additionalProperty ?? params.unevaluatedProperty, 'unknown_property', describeUnknown);
    case 'type':
      return { pointer: at, code: 'type', detail: `${name} must be of type ${[params.type].flat().join(' or ')}.` };
    case 'maxLength':
      return { pointer: at, code: 'too_long', detail: `${name} must have at most ${params.limit} characters.` };
    case 'not':
      return explainNot(at, name, error.schema);
    case 'minLength':
      return { pointer: at, code: 'too_short', detail: `${name} must have at least ${params.limit} characters.` };
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return {
        pointer: at,
        // Only amounts in the body have the code amount_out_of_range. Numbers in parameters are counts and page sizes.
        code: place === 'requestBody' ? 'amount_out_of_range' : 'pattern',
        detail: `${name} must be ${params.comparison} ${params.limit}.`,
      };
    case 'format':
      if (params.format === 'uri') return { pointer: at, code: 'invalid_url', detail: `${name} ${urlRule}` };
  }
  return otherwise(at, name, error.parentSchema);
}

/** Explains a failed `not`. A validator with the option `verbose` includes the schema of the `not` in its error. */
function explainNot(at: string, name: string, schema: unknown): ProblemItem {
  const pattern = schema instanceof Object && 'pattern' in schema ? String(schema.pattern) : '';
  const [, start, length] = overlong.exec(pattern) ?? [];
  if (!length) return otherwise(at, name, undefined);
  return { pointer: at, code: 'too_long', detail: `${name} must have at most ${length} characters after an optional ${start}.` };
}

/** Explains an error that has no code of its own, such as a mismatched pattern. Lists the allowed values or describes them. */
function otherwise(at: string, name: string, schema: unknown): ProblemItem {
  const { enum: values, description } = (schema ?? {}) as { enum?: unknown[]; description?: string };
  // Takes the first sentence of the description, which says what the value is.
  const rule = values ? `It must be one of ${values.join(', ')}.` : (/^[\s\S]*?\.(?=\s|$)/.exec(description ?? '')?.[0] ?? '');
  const words = rule.replaceAll('`', '').replace(/\s+/g, ' ');
  return { pointer: at, code: 'pattern', detail: `${name} does not have the required form. ${words}`.trim() };
}

/** The maximum number of characters of a name that a detail shows. */
const longestShown = 200;

/** The maximum length of a name in a pointer. If a name is longer, the pointer leads to the object that contains the property. */
const longestPointed = 1000;

function itemOfProperty(at: string, name: unknown, code: ProblemItem['code'], say: (name: string) => string): ProblemItem {
  const written = String(name);
  const shown = written.length > longestShown ? `${written.slice(0, longestShown)}...` : written;
  const pointer = written.length > longestPointed ? at : `${at}/${escapeStep(written)}`;
  return { pointer, code, detail: say(shown) };
}

/** The maximum number of items that a problem may have, as the contract says. */
export const mostItems = 32;

/** Leaves out unknown properties beyond the number that a problem can list, because reporting thousands would take too long. */
export function dropSurplus<Body extends object>(body: Body, known: ReadonlySet<string> | undefined): Body | Partial<Body> {
  if (!known) return body;
  const names = Object.keys(body) as (keyof Body & string)[];
  if (names.length <= known.size + mostItems) return body;
  const kept = [...names.filter((name) => known.has(name)), ...names.filter((name) => !known.has(name)).slice(0, mostItems)];
  return Object.fromEntries(kept.map((name) => [name, body[name]])) as Partial<Body>;
}

/** Escapes a name as a step of a JSON pointer (RFC 6901). replaceAll would be slow for a name of 32,000 slashes. */
export const escapeStep = (name: string): string => name.replace(/~/g, '~0').replace(/\//g, '~1');

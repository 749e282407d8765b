import type { ErrorObject } from 'ajv';
import type { ProblemItem } from '../problems/problem-error.ts';
import { mostItems } from './drop-surplus.ts';
import { escapeStep } from './json-pointer.ts';

/**
 * Turns the errors of the validator into problem items, one for each property and no more than a problem may have.
 * Details name properties and limits, and never repeat a value: it may be a receipt.
 */
export function explainErrors(errors: readonly ErrorObject[]): ProblemItem[] {
  const items = new Map<string, ProblemItem>();
  for (const error of mostTellingFirst(errors)) {
    const item = explain(error);
    // The first mistake in a property is enough: an empty tag is too short, and therefore matches no pattern.
    if (!items.has(item.pointer)) items.set(item.pointer, item);
  }
  // Where not all fit, those of the operation's own properties come first.
  const isUnknown = ({ code }: ProblemItem) => code === 'unknown_property';
  const all = [...items.values()];
  return all.length <= mostItems ? all : all.toSorted((a, b) => Number(isUnknown(a)) - Number(isUnknown(b))).slice(0, mostItems);
}

/** The rule of URLs with its cure: mostly it is a letter that a browser would have encoded. */
const urlRule =
  'must be an absolute URL as in RFC 3986, such as https://shop.example/thanks. Percent-encode spaces and letters outside ASCII, and write such a host in Punycode (xn--…).';

/** A `not` with this pattern bounds the length of what does not begin with the character: one place is kept for that. */
const overlong = /^\^\[\^(.)\]\.\{(\d+)\}$/;

/**
 * Puts the type first, as a value of another type fails a `not` too; then the narrower of two limits on a length, because a client
 * that kept to the wider one would be refused again.
 */
function mostTellingFirst(errors: readonly ErrorObject[]): ErrorObject[] {
  const order = ['type', 'not'];
  const rank = ({ keyword }: ErrorObject) => (order.includes(keyword) ? order.indexOf(keyword) : order.length);
  return errors.toSorted((a, b) => rank(a) - rank(b));
}

function explain(error: ErrorObject): ProblemItem {
  // openapi-backend validates the body, and the parameters of each place, as properties of one object.
  const [, place = ''] = error.instancePath.split('/', 2);
  const at = error.instancePath.slice(1 + place.length);
  const params = error.params as Record<string, unknown>;
  const name = at === '' ? 'The body' : at.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
  switch (error.keyword) {
    case 'required':
      return itemOfProperty(at, params.missingProperty, 'required', (missing) => `${missing} is missing.`);
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return itemOfProperty(
        at,
        params.additionalProperty ?? params.unevaluatedProperty,
        'unknown_property',
        (unknown) =>
          `The operation has no ${place === 'query' ? 'parameter' : 'field'} ${unknown}. Leave it out, or correct its name.`,
      );
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
        // Parameters count and page; they are no amounts.
        code: place === 'requestBody' ? 'amount_out_of_range' : 'pattern',
        detail: `${name} must be ${params.comparison} ${params.limit}.`,
      };
    case 'format':
      if (params.format === 'uri') return { pointer: at, code: 'invalid_url', detail: `${name} ${urlRule}` };
  }
  return otherwise(at, name, error.parentSchema);
}

/** Explains a failed `not` by its schema, which the validator hands over when it is `verbose`. */
function explainNot(at: string, name: string, schema: unknown): ProblemItem {
  const pattern = schema instanceof Object && 'pattern' in schema ? String(schema.pattern) : '';
  const [, start, length] = overlong.exec(pattern) ?? [];
  if (!length) return otherwise(at, name, undefined);
  return { pointer: at, code: 'too_long', detail: `${name} must have at most ${length} characters after an optional ${start}.` };
}

/** Explains what the catalogue of item codes has no finer word for, in the contract's words on the property: a pattern, an enum, another format. */
function otherwise(at: string, name: string, schema: unknown): ProblemItem {
  const { enum: values, description } = (schema ?? {}) as { enum?: unknown[]; description?: string };
  // Its first sentence, which says what the value is.
  const rule = values ? `It must be one of ${values.join(', ')}.` : (/^[\s\S]*?\.(?=\s|$)/.exec(description ?? '')?.[0] ?? '');
  const words = rule.replaceAll('`', '').replace(/\s+/g, ' ');
  return { pointer: at, code: 'pattern', detail: `${name} does not have the required form. ${words}`.trim() };
}

/** The characters of a name that a detail shows; its pointer has all. */
const longestShown = 200;

function itemOfProperty(at: string, name: unknown, code: ProblemItem['code'], say: (name: string) => string): ProblemItem {
  const written = String(name);
  const shown = written.length > longestShown ? `${written.slice(0, longestShown)}...` : written;
  return { pointer: `${at}/${escapeStep(written)}`, code, detail: say(shown) };
}

import type { Contract, Operation, Schema } from '../../contract/contract.ts';
import { locate } from '../../contract/follow-reference.ts';
import { bare, propertiesOf } from '../../contract/plain/find-keys.ts';
import type { Counted } from './propose-states.ts';

/** Returns the words of a name in lower case: `first` and `name` for `firstName`. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);

const units: [RegExp, number][] = [
  [/minutes?$/i, 60],
  [/hours?$/i, 3600],
  [/days?$/i, 86_400],
];

const isNumber = ({ type }: Schema): boolean => ['integer', 'number'].includes(String([type].flat()[0]));

/** Proposes the fact `x-computed` for fields whose description says how they follow from other fields of the object. */
export function computed({ document }: Contract, { method, request, response, responsePointer }: Operation): Counted[] {
  const all = Object.entries(method === 'POST' ? (response.properties ?? {}) : {});
  return all.flatMap(([name, schema]) => {
    if ('x-computed' in schema || name in (request.properties ?? {})) return [];
    const others = all.filter(([other]) => other !== name);
    const way = wayTo(document, schema, others);
    const fact = `State x-computed: ${way} under ${name}`;
    return way ? [{ place: responsePointer, fact, buys: '1 case computes it in every response', cases: 1 }] : [];
  });
}

function wayTo(document: Schema, schema: Schema, others: [string, Schema][]): string | undefined {
  const said = String(schema.description ?? '');
  const has = (word = ''): boolean => new RegExp(`\\b${word}s?\\b`, 'i').test(said);
  const named = others.filter(([name]) => said.split(/\W+/).includes(name) || wordsOf(name).every(has));
  const [list, { items }] = named.find(([, one]) => one.items) ?? ['', {} as Schema];
  const numbers = named.flatMap(([name, one]) => (isNumber(one) ? [name] : []));
  if (isNumber(schema) && items) {
    const parts = Object.entries(propertiesOf(document, locate(document, items as Schema, '').schema));
    const part = parts.find(([name, one]) => isNumber(one) && has(wordsOf(name)[0]))?.[0];
    if (/\bnumber of\b/i.test(said)) return `{as: count, of: [${list}]}`;
    return part !== undefined && /\bsum\b|\btotal\b/i.test(said) ? `{as: sum, of: [${list}/${part}]}` : undefined;
  }
  if (isNumber(schema) && numbers.length === 2 && /\btimes\b|\bmultiplied\b/i.test(said))
    return `{as: product, of: [${numbers.join(', ')}]}`;
  const texts = named.flatMap(([name, one]) => (one.type === 'string' && one.format === schema.format ? [name] : []));
  if (schema.format === 'date-time' && texts.length === 1 && numbers.length === 1 && /\bplus\b|\bafter\b/i.test(said)) {
    const seconds = units.find(([ending]) => ending.test(numbers[0] ?? ''))?.[1];
    return `{as: time, of: [${texts[0]}, ${numbers[0]}]${seconds ? `, seconds: ${seconds}` : ''}}`;
  }
  const isText = schema.type === 'string' && schema.format === undefined && texts.length > 1;
  return isText && /\bspace between\b/i.test(said) ? `{as: text, of: [${texts.join(', ')}], between: ' '}` : undefined;
}

/** Proposes the fact `x-echoes` for a field such as `cancelReason`, which shows the `reason` that `/cancel` received. */
export function renamed(_: Contract, { id, method, path, request, response, responsePointer }: Operation): Counted[] {
  const verb = bare(/\}\/([\w-]+)$/.exec(path)?.[1] ?? '');
  return Object.entries(method === 'POST' && verb ? (response.properties ?? {}) : {}).flatMap(([name, schema]) => {
    const sent = Object.keys(request.properties ?? {}).find((one) => bare(name) === verb + bare(one));
    if (sent === undefined || 'x-echoes' in schema) return [];
    const fact = `State x-echoes: {operation: ${id}, property: ${sent}} under ${name}`;
    return [{ place: responsePointer, fact, buys: '1 case compares what is returned with what was sent', cases: 1 }];
  });
}

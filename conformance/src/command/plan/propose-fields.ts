import type { Contract, Operation, Schema } from '../../contract/contract.ts';
import { locate } from '../../contract/follow-reference.ts';
import { bare, propertiesOf } from '../../contract/plain/find-keys.ts';
import type { Counted } from './propose-states.ts';

/** Returns the words of a name in lower case: first and name for `firstName`. */
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

/** Proposes the fact `x-computed` for fields whose description says how they follow from other fields of the object. */
export function computed({ document }: Contract, { method, request, response, responsePointer }: Operation): Counted[] {
  const all = Object.entries(response.properties ?? {});
  return (method === 'POST' ? all : []).flatMap(([name, schema]) => {
    const said = String(schema.description ?? '');
    if ('x-computed' in schema || said === '' || Object.hasOwn(request.properties ?? {}, name)) return [];
    const has = (word: string): boolean => new RegExp(`\\b${word}s?\\b`, 'i').test(said);
    const others = all.filter(([other]) => other !== name);
    const ofType = (...types: string[]): string[] =>
      others.flatMap(([other, one]) =>
        types.includes(String([one.type].flat()[0])) && wordsOf(other).every(has) ? [other] : [],
      );
    const of = way({ document, said, others, has, ofType }, schema);
    return of === undefined
      ? []
      : [
          {
            place: responsePointer,
            fact: `State x-computed: ${of} under ${name}`,
            buys: '1 case computes it in every response',
            cases: 1,
          },
        ];
  });
}

interface Said {
  document: Schema;
  said: string;
  others: [string, Schema][];
  has(word: string): boolean;
  ofType(...types: string[]): string[];
}

function way({ document, said, others, has, ofType }: Said, { type, format }: Schema): string | undefined {
  const kind = [type].flat()[0];
  const isNumber = kind === 'integer' || kind === 'number';
  const [list] = ofType('array');
  if (list !== undefined && isNumber && /\bnumber of\b/i.test(said)) return `{as: count, of: [${list}]}`;
  if (list !== undefined && isNumber && /\bsum\b|\btotal\b/i.test(said)) {
    const items = others.find(([name]) => name === list)?.[1].items as Schema;
    const parts = Object.entries(propertiesOf(document, locate(document, items, '').schema));
    const part = parts.find(([name, one]) => ['integer', 'number'].includes(String(one.type)) && has(wordsOf(name)[0] ?? ''));
    return part && `{as: sum, of: [${list}/${part[0]}]}`;
  }
  const numbers = ofType('integer', 'number');
  if (isNumber && numbers.length === 2 && /\btimes\b|\bmultiplied\b/i.test(said))
    return `{as: product, of: [${numbers.join(', ')}]}`;
  if (isNumber && numbers.length > 1 && /\bplus\b|\bsum\b/i.test(said)) return `{as: sum, of: [${numbers.join(', ')}]}`;
  const named = (names: string[]): string[] => names.filter((one) => said.split(/\W+/).includes(one));
  const [start, length] = [
    named(others.map(([name]) => name)).find((one) =>
      others.some(([name, { format: other }]) => name === one && other === format),
    ),
    named(others.map(([name]) => name)).find((one) =>
      others.some(([name, other]) => name === one && ['integer', 'number'].includes(String(other.type))),
    ),
  ];
  if (format === 'date-time' && start && length && /\bplus\b|\bafter\b/i.test(said)) {
    const seconds = units.find(([ending]) => ending.test(length))?.[1];
    return `{as: time, of: [${start}, ${length}]${seconds ? `, seconds: ${seconds}` : ''}}`;
  }
  const texts = ofType('string');
  if (kind !== 'string' || format !== undefined || texts.length < 2 || !/\bspace\b|\bjoined\b|\bfollowed\b/i.test(said))
    return undefined;
  return `{as: text, of: [${texts.join(', ')}]${/\bspace\b/i.test(said) ? ", between: ' '" : ''}}`;
}

/** Proposes the fact `x-echoes` for a field such as `cancelReason`, which shows the `reason` that `/cancel` received. */
export function renamed(
  { document: _document }: Contract,
  { id, method, path, request, response, responsePointer }: Operation,
): Counted[] {
  const verb = bare(/\}\/([\w-]+)$/.exec(path)?.[1] ?? '');
  return Object.entries(method === 'POST' && verb ? (response.properties ?? {}) : {}).flatMap(([name, schema]) => {
    const sent = Object.keys(request.properties ?? {}).find((one) => bare(name) === verb + bare(one) && bare(one) !== bare(name));
    if (sent === undefined || 'x-echoes' in schema) return [];
    const fact = `State x-echoes: {operation: ${id}, property: ${sent}} under ${name}`;
    return [{ place: responsePointer, fact, buys: '1 case compares what is returned with what was sent', cases: 1 }];
  });
}

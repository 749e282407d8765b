import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { closestMatch } from 'leven';
import { parseReference, toPointer, valueAt } from '../reader/follow-reference.ts';
import { entriesOf, isNode, type Node, type Place } from '../reader/json.ts';
import { walkDocument } from '../reader/walk-document.ts';
import { defineRule, type Finding } from './define-rule.ts';

/** Turns ajv's errors into findings in the schema's words: what is wrong, and what to write. Needs `allErrors` and `verbose`. */
export function explainMistakes(errors: readonly ErrorObject[], schema: Node): Finding[] {
  const names = errors.filter(({ keyword }) => keyword === 'propertyNames');
  const isOfName = ({ instancePath, data }: ErrorObject) =>
    names.some((one) => one.instancePath === instancePath && one.params.propertyName === data);
  // If a value has the wrong type, reports no other errors about the value.
  const others = errors.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath);
  const isOfType = ({ keyword, instancePath }: ErrorObject) => keyword !== 'type' && others.includes(instancePath);
  return errors
    .filter((error) => error.keyword !== 'if' && !isOfName(error) && !isOfType(error))
    .map((error) => explain(error, parseReference(`#${error.instancePath}`) ?? [], schema));
}

/** Lists the kinds of objects that may state a fact, by the titles that the schema gives them. */
export function placesOf(fact: string, schema: Node): string[] {
  return partsOf(schema)
    .filter(({ properties }) => properties?.[fact] !== undefined)
    .map(({ title }) => title);
}

function partsOf(schema: unknown): Node[] {
  if (Array.isArray(schema)) return schema.flatMap(partsOf);
  if (!isNode(schema)) return [];
  const own = schema.title !== undefined && isNode(schema.properties) ? [schema] : [];
  return [...own, ...Object.values(schema).flatMap(partsOf)];
}

function explain(error: ErrorObject, at: Place, schema: Node): Finding {
  const { keyword, params } = error;
  const data: Node[string] = error.data;
  const parent = error.parentSchema as Node;
  const called = nameOf(at);
  if (keyword === 'additionalProperties') return explainUnknown(params.additionalProperty, at, parent, schema);
  if (keyword === 'propertyNames')
    return {
      at: [...at, params.propertyName],
      message: `'${params.propertyName}' is not a valid name for an entry of ${called}. Write ${wantedBy(followIn(schema, parent.propertyNames))}.`,
    };
  if (keyword === 'required') {
    const { [params.missingProperty]: field } = parent.properties ?? {};
    const what = field?.description ? `: ${field.description}` : '.';
    return { at, message: `${called} has no '${params.missingProperty}'. Add it${what}` };
  }
  if (keyword === 'not' || keyword === 'maxProperties') return { at, message: `${called}: ${parent.description}` };
  if (keyword === 'minItems' || keyword === 'minProperties')
    return { at, message: `${called} is empty. Add at least one entry, or remove it if it is optional.` };
  if (keyword === 'uniqueItems')
    return { at: [...at, params.i], message: `${called} lists ${JSON.stringify(data[params.i])} twice. Remove one.` };
  return { at, message: `${called} is ${JSON.stringify(data)?.slice(0, 80)}. Write ${wantedBy(parent)}.` };
}

/** Explains a key that no program reads: a fact in the wrong place, an unknown fact, or an unknown field of a fact. */
function explainUnknown(key: string, at: Place, parent: Node, schema: Node): Finding {
  const known = Object.keys(parent.properties ?? {});
  const facts = Object.keys(schema.$defs).filter((name) => name.startsWith('x-'));
  const place = [...at, key];
  if (parent.patternProperties === undefined) {
    const near = nearest(key, known);
    return {
      at: place,
      message: `${nameOf(at)} has an unknown field '${key}'. ${near === undefined ? '' : `Did you mean ${near}? `}The known fields are ${known.join(', ')}.`,
    };
  }
  if (facts.includes(key))
    return { at: place, message: `${key} has no effect on ${parent.title}. Move it to ${listed(placesOf(key, schema))}.` };
  // First looks for a similar name among the facts allowed in this place, because the author most likely means one of these.
  const near = [known.filter((name) => name.startsWith('x-')), facts]
    .map((names) => nearest(key, names))
    .find((name) => name !== undefined);
  return {
    at: place,
    message: `${key} is not a known fact. ${near === undefined ? `The known facts are ${facts.join(', ')}.` : `Did you mean ${near}?`}`,
  };
}

/** Returns the known name closest to a misspelt key. Allows one edit for every three letters of the key, but at least one. */
function nearest(key: string, names: readonly string[]): string | undefined {
  return closestMatch(key, names, { maxDistance: Math.max(1, Math.floor(key.length / 3)) });
}

/** Returns a value's name for messages: the fact that contains it and the path in that fact, such as `x-rate-limits[0].per`. */
function nameOf(at: Place): string {
  const start = at.findLastIndex((key) => String(key).startsWith('x-'));
  if (start < 0) return at.length === 0 ? 'The document' : `The value at ${toPointer(at)}`;
  return at
    .slice(start)
    .map((key, index) => (index === 0 ? key : /^\d+$/.test(String(key)) ? `[${key}]` : `.${key}`))
    .join('');
}

function wantedBy(wanted: Node): string {
  if (wanted.title !== undefined) return wanted.title;
  if (wanted.enum !== undefined) return listed(wanted.enum);
  if (wanted.properties !== undefined)
    return `an object with ${listed(wanted.required ?? Object.keys(wanted.properties), 'and')}`;
  if (wanted.type === 'object') return 'an object, by name';
  return wanted.type === 'array' ? 'a list' : `a value that ${JSON.stringify(wanted)} takes`;
}

function followIn(schema: Node, wanted: Node): Node {
  return typeof wanted.$ref === 'string' ? valueAt(schema, parseReference(wanted.$ref) ?? []) : wanted;
}

function listed(words: readonly unknown[], last = 'or'): string {
  return words.length < 2 ? String(words[0]) : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

/** The JSON Schema of our facts, which is published together with the contract. */
export const factSchema = JSON.parse(readFileSync(new URL('../facts.schema.json', import.meta.url), 'utf8'));

const ajv = new Ajv2020({
  allErrors: true,
  verbose: true,
  allowMatchingProperties: true,
  strictTypes: false,
  strictRequired: false,
});
const isRight = ajv.compile(factSchema);

/** Checks that every fact has a known name, place and form. Without this rule, a misspelt fact would have no effect. */
export const factForm = defineRule(({ document }) => findMistakes(document));

/** Finds mistakes in the facts of a document. */
export function* findMistakes(document: Node): Generator<Finding> {
  if (!isRight(document)) yield* explainMistakes(isRight.errors ?? [], factSchema);
  // Compares the `default` of x-lifetime with its `longest` here, because JSON Schema cannot compare two fields.
  for (const { node, at } of walkDocument(document)) {
    const { default: usual, longest } = Object.fromEntries(entriesOf(node['x-lifetime']));
    if (usual > longest)
      yield {
        at: [...at, 'x-lifetime', 'default'],
        message: `x-lifetime.default is longer than the longest lifetime. Set it to ${longest} or less.`,
      };
  }
}

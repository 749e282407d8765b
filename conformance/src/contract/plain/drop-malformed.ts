import { nearest } from '../../text/nearest.ts';
import { compileSchema } from '../compile-schema.ts';
import type { Operation, Schema } from '../contract.ts';
import { valueIn } from '../follow-path.ts';
import { follow, unpointed } from '../follow-reference.ts';
import type { Stated } from './find-origins.ts';
import type { Untried } from './normalise-schemas.ts';
import { walkDocument } from './walk-document.ts';

const text: Schema = { type: 'string' };
const object = (properties: Record<string, Schema>, ...required: string[]): Schema => ({
  ...{ type: 'object', properties, required },
  additionalProperties: false,
});
const map = (value: Schema | true, propertyNames = text): Schema => ({
  type: 'object',
  additionalProperties: value,
  propertyNames,
});
const among = (names: string[]): Schema => ({ type: 'string', ...(names.length > 0 ? { enum: names } : { const: '' }) });
const listOf = (items: Schema): Schema => ({ type: 'array', items });

/** Returns, for each fact about an operation, the schema of its value, and a description of this schema in words. */
function formsOf(ids: string[], { parameters, response }: Operation): Record<string, [form: Schema, words: string]> {
  const id = among(ids);
  const query = among(parameters.flatMap(({ name, in: place }) => (place === 'query' ? [name] : [])));
  const filter = object({ field: text, is: { enum: ['equal', 'at-most', 'at-least', 'below', 'above'] } }, 'field', 'is');
  const sort = object({ with: map(true, query), by: text, descending: { type: 'boolean' } }, 'with', 'by');
  const pages = {
    ...Object.fromEntries(['cursor', 'limit', 'page', 'offset'].map((name) => [name, query])),
    items: among(Object.keys(response.properties ?? {})),
    next: text,
    total: text,
    filters: map(filter, query),
    sorts: listOf(sort),
  };
  const refused = object(
    { operation: id, status: { type: 'integer' }, with: map(true), same: texts, until: id },
    'operation',
    'status',
  );
  const caused = object({ with: map(true), read: id, shows: map(true) }, 'shows');
  const ended = object({ read: id, when: map(true), within: { type: 'number' } }, 'read', 'when');
  return {
    'x-pages': [object(pages), 'an object with names as texts, filters of {field, is} and sorts of {with, by}'],
    'x-refused-after': [listOf(refused), 'a list of {operation, status, with, same, until} with operationIds of this document'],
    'x-causes': [listOf(caused), 'a list of {with, read, shows}: fields, an operationId, values of its response'],
    'x-ends': [ended, 'an object with read, when and within: an operationId, values of its response, and seconds'],
    'x-replaces': [{ const: true }, 'true'],
  };
}

/** Describes the mistake in a fact: an unknown name, or a value of the wrong form. Returns undefined if there is none. */
function mistakeIn(value: unknown, form: Schema, words: string): string | undefined {
  const validate = compileSchema(form);
  if (validate(value)) return undefined;
  const error = validate.errors?.find(({ keyword }) => ['additionalProperties', 'enum'].includes(keyword));
  if (!error) return `it is not ${words}`;
  const { instancePath, schemaPath, params, propertyName } = error;
  const name = params.additionalProperty ?? propertyName ?? valueIn(value, instancePath.split('/').slice(1).map(unpointed));
  if (typeof name !== 'string') return `it is not ${words}`;
  const known: string[] = params.allowedValues ?? Object.keys(follow(form, schemaPath.replace(/\/[^/]*$/, '/properties')));
  const [near] = nearest(name, known, 0.3);
  const others = known.length === 0 ? 'there is none' : `known are ${known.slice(0, 8).join(', ')}`;
  return `it says ${JSON.stringify(name)}, which is nothing there (${near === undefined ? others : `did you mean ${near}?`})`;
}

const texts: Schema = { type: 'array', items: text, minItems: 1 };
const ways = { as: { enum: ['sum', 'product', 'count', 'text', 'time'] }, of: texts };
const ofComputed = object({ ...ways, between: { type: 'string' }, seconds: { type: 'number' } }, ...Object.keys(ways));

/** Names of the facts that `formsOf` does not check. */
const elsewhere = ['x-computed', 'x-echoes', 'x-identifies', 'x-requirements', 'x-feature', 'x-features', 'x-sources'];

/** Removes wrong facts about operations. Adds these facts, and misspelt names of facts, to `untried` with the reasons. */
export function dropMalformed(document: Schema, stated: readonly Stated[], untried: Untried[]): void {
  const ids = stated.map(({ operation }) => operation.id);
  const known = new Set(elsewhere);
  const check = (node: Schema, pointer: string, fact: string, form: Schema, words: string): void => {
    const mistake = fact in node ? mistakeIn(node[fact], form, words) : undefined;
    if (mistake === undefined) return;
    delete node[fact];
    untried.push({ pointer: `${pointer}/${fact}`, reason: mistake });
  };
  for (const { operation, schema } of stated)
    for (const [fact, [form, words]] of Object.entries(formsOf(ids, operation))) {
      known.add(fact);
      check(schema, operation.pointer, fact, form, words);
    }
  // Names of facts, and other names already checked. A document may contain the name of a vendor's extension thousands of times.
  const seen = new Set(known);
  walkDocument(document, (node, pointer) => {
    for (const name of Object.keys(node)) {
      if (!name.startsWith('x-')) continue;
      if (name === 'x-computed') check(node, pointer, name, ofComputed, 'an object with as, of, between and seconds');
      if (seen.has(name)) continue;
      seen.add(name);
      const [near] = nearest(name, [...known], 0.6);
      // A longer name such as `x-feature-flag` is not a misspelt `x-feature`, but belongs to another tool.
      if (near !== undefined && !name.startsWith(`${near}-`))
        untried.push({ pointer: `${pointer}/${name}`, reason: `no fact has this name (did you mean ${near}?)` });
    }
    return undefined;
  });
}

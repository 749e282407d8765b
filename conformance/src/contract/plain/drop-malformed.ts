import { compileSchema } from '../compile-schema.ts';
import type { Schema } from '../contract.ts';
import type { Stated } from './find-origins.ts';
import type { Untried } from './normalise-schemas.ts';

const text: Schema = { type: 'string' };
const filter: Schema = { type: 'object', required: ['field', 'is'], properties: { field: text, is: text } };
const sort: Schema = { type: 'object', required: ['with', 'by'], properties: { with: { type: 'object' }, by: text } };
const pages: Schema = {
  type: 'object',
  properties: {
    ...Object.fromEntries(['items', 'next', 'cursor', 'limit', 'page', 'offset', 'total'].map((name) => [name, text])),
    filters: { type: 'object', additionalProperties: filter },
    sorts: { type: 'array', items: sort },
  },
};

/** The right form of each fact about an operation, and how to say it. */
const formsOf = (ids: string[]): Record<string, [form: Schema, words: string]> => {
  const id = { type: 'string', enum: ids };
  const properties = { operation: id, status: { type: 'integer' }, until: id };
  return {
    'x-pages': [pages, 'an object with names as texts, filters of {field, is} and sorts of {with, by}'],
    'x-refused-after': [
      { type: 'array', items: { type: 'object', required: ['operation', 'status'], properties } },
      'a list of {operation, status, until} with operationIds of this document',
    ],
  };
};

/** Removes facts about operations whose form is wrong. Reports each as not tried, with the form that it should have. */
export function dropMalformed(stated: readonly Stated[], untried: Untried[]): void {
  const forms = Object.entries(formsOf(stated.map(({ operation }) => operation.id)));
  for (const { operation, schema } of stated)
    for (const [fact, [form, words]] of forms) {
      if (!(fact in schema) || compileSchema(form)(schema[fact])) continue;
      delete schema[fact];
      untried.push({ pointer: `${operation.pointer}/${fact}`, reason: `it is not ${words}` });
    }
}

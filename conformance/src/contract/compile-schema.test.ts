import { expect, test } from 'vitest';
import { compileSchema } from './compile-schema.ts';
import type { Schema } from './contract.ts';

const letters = 'a'.repeat(40);

/** Returns how many milliseconds a schema takes to refuse a value. */
function timeToRefuse(schema: Schema, value: unknown): number {
  const since = performance.now();
  expect(compileSchema(schema)(value)).toBe(false);
  return performance.now() - since;
}

test.each([
  ['repeated groups', '^(a+)+$'],
  ['many optional parts', `^${'[a-z]?'.repeat(20)}${'[a-y]?'.repeat(20)}$`],
])('a pattern of %s does not block the suite', (_name, pattern) => {
  expect(timeToRefuse({ type: 'string', pattern }, `${letters}1`)).toBeLessThan(60_000);
});

test('a pattern is not given up for time-outs among many quick texts', () => {
  const validate = compileSchema({ type: 'array', items: { type: 'string', pattern: '^(a+)+$', minLength: 1 } });
  const [slow, quick] = [Array(3).fill(`${letters}1`), Array.from({ length: 20 }, (_, at) => 'a'.repeat(20 + at))];
  expect(validate([...slow, ...quick, ...slow])).toBe(false);
  expect(validate(['a'.repeat(50)])).toBe(true);
});

test('a pattern is given up after some slow texts, and still judges short ones', () => {
  const schema = { type: 'array', items: { type: 'string', pattern: '^(a+)+$' } };
  expect(timeToRefuse(schema, Array(1000).fill(`${letters}1`))).toBeLessThan(120_000);
  expect(compileSchema(schema)(['aaa'])).toBe(true);
});

test('schemas that differ only in descriptions share a validator, and schemas with different values do not', () => {
  const [one, other] = ['a', 'b'].map((description) => compileSchema({ type: 'string', description, minLength: 2 }));
  expect(one).toBe(other);
  const isNamed = (title: string) => compileSchema({ const: { title } });
  expect([isNamed('a')({ title: 'a' }), isNamed('b')({ title: 'a' })]).toEqual([true, false]);
  const hasTitle = compileSchema({ properties: { title: { type: 'string' } } });
  expect([hasTitle({ title: 1 }), compileSchema({ properties: { title: { type: 'integer' } } })({ title: 1 })]).toEqual([
    false,
    true,
  ]);
});

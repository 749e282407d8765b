import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countColons, findDuplicateProperty } from './read-json-body.ts';

const find = (json: string) => findDuplicateProperty(countColons(json, Infinity), JSON.parse(json));

test.each([
  ['{"a":1,"a":2}', true],
  ['{"a":1,"\\u0061":1}', true],
  ['[{"b":{"a":1},"c":[{"a":1,"a":1}]}]', true],
  ['{"__proto__":1,"__proto__":2}', true],
  ['{"\\\\":1,"\\\\":2}', true],
  ['{"a":1,"A":2,"b":{"a":1}}', false],
  ['{"__proto__":1,"constructor":2,"toString":3}', false],
  ['{"a:b":":","c":"\\":\\\\","d":"\\\\\\":"}', false],
  ['{"1":1,"01":2,"":3}', false],
  ['":"', false],
  ['[]', false],
  [`{"a":1${'0'.repeat(70)},"a":2}`, true],
  [`{"a":1${'0'.repeat(70)},"b":"1${':'.repeat(70)}"}`, false],
])('%s: %s', (json, expected) => expect(find(json)).toBe(expected));

test('a value as it was written has no duplicate; with one property repeated it has', () => {
  fc.assert(
    fc.property(fc.json(), fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), (json, object) => {
      expect(find(json)).toBe(false);
      const [name = ''] = Object.keys(object);
      const again = `${JSON.stringify(object).slice(0, -1)},${JSON.stringify(name)}:${json}}`;
      expect(find(`[${json},${again}]`)).toBe(true);
    }),
  );
});

test('depth is no trouble', () => expect(find(`${'['.repeat(16_000)}{"a":1,"a":1}${']'.repeat(16_000)}`)).toBe(true));

test.each([
  ['[[[]]]', false],
  ['[{"a":[[]]}]', true],
  ['[[],[],[],{}]', false],
  ['["[[[[\\"[[[["]', false],
  ['[["\\\\",[[', true],
  ['["[[[[', false],
  [`[[1${'0'.repeat(70)},[[`, true],
  [`[[${' '.repeat(70)}]],[[[`, false],
])('%s is nested deeper than three levels: %s', (json, expected) => expect(countColons(json, 3) === undefined).toBe(expected));

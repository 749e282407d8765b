import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fingerprint, readIdempotencyKey } from './idempotency-key.ts';

const same = (a: string, b: string) => fingerprint(JSON.parse(a)).equals(fingerprint(JSON.parse(b)));

test('the fingerprint depends on values, not on white space or the order of properties', () => {
  expect(same('{"a":1,"b":{"c":[1,2],"d":"x"}}', '{ "b": {"d":"x", "c":[1, 2]}, "a": 1.0 }')).toBe(true);
  const others = ['{"a":1}', '{"a":"1","b":2}', '{"a":1,"b":3}', '{"a":1,"b":2,"c":null}', '{"b":1,"a":2}', '{"a":[1],"b":2}'];
  for (const other of others) expect(same('{"a":1,"b":2}', other)).toBe(false);
  expect(same('[1,2]', '[2,1]')).toBe(false);
  expect(same('{"__proto__":1}', '{}')).toBe(false);
});

test('the hashed text does not change between releases, because keys of the past day are compared with it', () => {
  const value = JSON.parse('{"b":[{"d":1.0,"c":"\\u00e9"},[],{}],"__proto__":null,"10":true,"9":"","a":-0}');
  const text = '{"9":"","10":true,"__proto__":null,"a":0,"b":[{"c":"é","d":1},[],{}]}';
  expect(fingerprint(value).toString('hex')).toBe(createHash('sha256').update(text).digest('hex'));
});

test('two values have the same fingerprint only if they are equal', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      const [left, right] = [JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b))];
      expect(fingerprint(left).equals(fingerprint(structuredClone(left)))).toBe(true);
      if (fingerprint(left).equals(fingerprint(right))) expect(left).toEqual(right);
    }),
  );
});

test.each([
  ['abc', 'abc'],
  ['"abc"', 'abc'],
  ['"', '"'],
  ['""', '""'],
  ['"a', '"a'],
  [undefined, undefined],
])('the header %s is the key %s', (header, key) => expect(readIdempotencyKey(header)).toBe(key));

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findNumberSource } from './find-number-source.ts';

test.each([
  ['{"amount":1.50}', '/amount', '1.50'],
  ['{ "amount" : 15E-1 , "x":1}', '/amount', '15E-1'],
  ['{"a":"\\"amount\\":1","amount":-0.0}', '/amount', '-0.0'],
  ['{"\\u0061mount":12.5}', '/amount', '12.5'],
  ['{"x":{"amount":1},"y":[1,{"amount":2}],"amount":3}', '/amount', '3'],
  ['{"x":{"amount":1},"y":[1,{"amount":2e0}],"amount":3}', '/y/1/amount', '2e0'],
  ['{"a/b~c":7}', '/a~1b~0c', '7'],
  ['{"":7}', '/', '7'],
  ['7.0', '', '7.0'],
  ['{"amount":12345678901234567890.10}', '/amount', '12345678901234567890.10'],
])('in %s %s is %s', (json, pointer, source) => {
  expect(findNumberSource(json, pointer)).toBe(source);
});

test.each([
  ['{"amount":"1.50"}', '/amount'],
  ['{"amount":null}', '/amount'],
  ['{"amount":{}}', '/amount'],
  ['{}', '/amount'],
  ['[]', '/0'],
  ['[1]', '/00'],
  ['{"amount":1}', '/amount/x'],
  ['{"amount":1}', ''],
])('in %s there is no number at %s', (json, pointer) => {
  expect(findNumberSource(json, pointer)).toBeUndefined();
});

test('it finds every number that JSON.parse finds, as it was written', () => {
  const escapeName = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');
  const compare = (json: string, value: unknown, pointer: string): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [name, child] of Object.entries(value)) compare(json, child, `${pointer}/${escapeName(name)}`);
    } else if (typeof value === 'number') {
      const source = findNumberSource(json, pointer);
      expect(source).toMatch(/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/);
      expect(Number(source)).toBe(value);
    } else expect(findNumberSource(json, pointer)).toBeUndefined();
  };
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, ' ', '\t'), (json, space) => {
      const value = JSON.parse(json);
      compare(JSON.stringify(value, undefined, space), JSON.parse(JSON.stringify(value)), '');
    }),
  );
  expect.hasAssertions();
});

test('depth is no danger', () => {
  const deep = '['.repeat(16_000) + ']'.repeat(16_000);
  expect(findNumberSource(`{"x":${deep},"amount":5}`, '/amount')).toBe('5');
});

import { expect, test } from 'vitest';
import { createAjv } from './create-ajv.ts';

test('an address of the web has a host, and others need none', () => {
  const isAddress = createAjv().compile({ type: 'string', format: 'uri' });
  const right = ['https://example.com', 'http://[::1]:8080/', 'HTTPS://a', 'urn:isbn:1', 'mailto:a@example.com', 'file:///a'];
  const wrong = ['https://', 'http:///a', 'https:?a', 'https://#a', 'http://:80/', 'https:example.com', '/a', 'a b'];
  expect(right.filter((text) => !isAddress(text))).toEqual([]);
  expect(wrong.filter((text) => isAddress(text))).toEqual([]);
});

test('multiples are checked by decimals, not by the binary quotient', () => {
  const isMultiple = createAjv().compile({ type: 'number', multipleOf: 0.05 });
  const right = [0, 0.15, 0.3, 1.15, 99_999.95, 1e21, -2];
  const wrong = [0.151, 0.01, 99_999.96, 0.150_000_01, 5e-324];
  expect(right.filter((value) => !isMultiple(value))).toEqual([]);
  expect(wrong.filter((value) => isMultiple(value))).toEqual([]);
});

test('lengths count characters, and no further than they need', () => {
  const validate = createAjv().compile({ type: 'string', minLength: 2, maxLength: 3 });
  const right = ['ab', 'abc', '😀😀', '😀😀😀', 'é\ud800'];
  const wrong = ['', 'a', '😀', 'abcd', '😀😀😀😀'];
  expect(right.filter((text) => !validate(text))).toEqual([]);
  expect(wrong.filter((text) => validate(text))).toEqual([]);
  validate('abcd');
  const message = 'must NOT have more than 3 characters';
  expect(validate.errors).toMatchObject([{ keyword: 'maxLength', params: { limit: 3 }, message }]);
});

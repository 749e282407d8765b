import { expect, test } from 'vitest';
import { probeTexts } from '../../cases/derive/requests/probe-texts.ts';
import { isCertain, textOf } from './formats.ts';

const address = /^[a-z]{1,64}@(?=.{1,255}$)([a-z]{1,63}\.)+com$/;

test.each([20, 60, 79, 80, 81, 137, 138, 139, 200, 253, 254, 320])('an e-mail address of %i characters is one', (length) => {
  const text = textOf({ format: 'email' }, length);
  expect(text).toHaveLength(length);
  expect(text).toMatch(length <= 254 ? address : /^[a-z]{64}@/);
});

test.each([254, 320])(
  'an address with a pattern and at most %i characters is refused for its length only when it is longer',
  (most) => {
    const schema = { type: 'string', format: 'email', maxLength: most, pattern: '^[^ ]+@[^ ]+$', examples: ['ada@example.com'] };
    const [longest, longer] = probeTexts(schema).filter(({ text }) => text.includes('@'));
    expect(longest).toMatchObject({ text: expect.stringMatching(address), allowed: true });
    expect(longest?.text).toHaveLength(254);
    expect(longer).toMatchObject({ text: textOf(schema, most + 1), allowed: false });
  },
);

test('nobody is asked to take a text of a format that the suite cannot make', () => {
  const schema = { type: 'string', format: 'hostname', maxLength: 253, pattern: '^[a-z.]+$', examples: ['example.com'] };
  expect(probeTexts(schema).filter(({ allowed }) => allowed)).toEqual([]);
  expect(isCertain(schema, 253)).toBe(false);
});

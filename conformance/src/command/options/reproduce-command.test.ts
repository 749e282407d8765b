import { expect, test } from 'vitest';
import { findCallWords } from './reproduce-command.ts';

test.each([
  [
    'npm run conformance',
    { npm_lifecycle_event: 'conformance' },
    '/shop/conformance/bin/conformance.ts',
    'npm run conformance --',
  ],
  ['an installed package', {}, '/shop/node_modules/.bin/payment-invoice-conformance', 'npx payment-invoice-conformance'],
  ['a checkout', {}, '/shop/conformance/bin/conformance.ts', 'node conformance/bin/conformance.ts'],
  ['another folder', {}, '/other/conformance.ts', 'node /other/conformance.ts'],
  ['a folder with a space', {}, '/my work/conformance.ts', "node '/my work/conformance.ts'"],
  ['a global install', {}, '/usr/local/bin/payment-invoice-conformance', 'payment-invoice-conformance'],
])('%s', (_name, environment, file, words) => {
  expect(findCallWords(environment, file, '/shop')).toBe(words);
});

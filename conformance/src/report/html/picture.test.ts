import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fingerprint, fingerprintFile, renderPicturePage } from '../../../testing/picture.ts';

test('the picture in the README is of the page as it is', () => {
  const kept = readFileSync(fingerprintFile, 'utf8').trim();
  expect(
    fingerprint(renderPicturePage()),
    'The page of the report has changed: node conformance/testing/bin/make-picture.ts makes its picture anew.',
  ).toBe(kept);
});

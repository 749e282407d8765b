import { expect, test } from 'vitest';
import { makeCall, makeEvidence } from './lawful-evidence.ts';
import { never500 } from './never-500.ts';

test.each([500, 502, 504, 302])('%i is found', (status) => {
  expect(never500(makeEvidence([makeCall(300, { status })]))[0]?.sentence).toBe(`Server 0 answered a fetch with ${status}.`);
});

test.each([503, 404, 429, null])('%s is lawful', (status) => {
  expect(never500(makeEvidence([makeCall(300, { status })]))).toEqual([]);
});

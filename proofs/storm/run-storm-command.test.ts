import { expect, test } from 'vitest';
import { describeFinding } from './run-storm-command.ts';

test('prints a finding as a sentence with the first of the lines that prove it', () => {
  const proof = Array.from({ length: 10 }, (_, index) => ({ line: index + 1, body: index === 0 ? 'x'.repeat(1_000) : '' }));
  const lines = describeFinding({ invariant: 'one is one', sentence: 'One was two.', proof }).split('\n');
  expect(lines[0]).toBe('One was two. Yet one is one.');
  expect(lines[1]).toMatch(/^ {4}\{"line":1,"body":"x{380,}…$/);
  expect(lines.slice(-2)).toEqual(['    {"line":8,"body":""}', '    … and 2 more']);
});

import { expect, test } from 'vitest';
import { demand, Journal } from './journal.ts';

test('reports a check that throws with its reason, and still runs the next checks', async () => {
  let said = '';
  const journal = new Journal((text) => {
    said += text;
  });
  expect(await journal.check('first', () => demand(false, 'It is missing.'))).toBe(false);
  expect(await journal.check('second', () => undefined)).toBe(true);
  expect(said).toMatch(/WRONG {2}first\n +It is missing\.\n[^\n]+ok {5}second\n/);
  expect(journal.conclude()).toEqual({
    isReady: false,
    text: expect.stringMatching(/^Not ready: 1 of 2 checks failed .*\n {2}first\n$/),
  });
});

test('a rehearsal without any check proves nothing', () => {
  expect(new Journal(() => undefined).conclude().isReady).toBe(false);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gainsIn, renderGains, withGains } from './measure-gains.ts';

const file = join(import.meta.dirname, '../ADAPTERS.md');

test('ADAPTERS.md says what each thing buys, but for a few: conformance/testing/bin/write-gains.ts writes it anew', async () => {
  const text = readFileSync(file, 'utf8');
  const now = gainsIn(withGains(text, await renderGains()));
  const said = new Map(gainsIn(text));
  expect(now.length).toBeGreaterThan(10);
  // Allows a difference of 2, or of 5 percent if that is more: so small a difference changes nobody's decision.
  const isFar = ([what, number]: [string, number]): boolean =>
    Math.abs((said.get(what) ?? Number.POSITIVE_INFINITY) - number) > Math.max(2, number / 20);
  expect(now.filter(isFar)).toEqual([]);
});

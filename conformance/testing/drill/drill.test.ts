/** Tests changes of the contract, each with a right and a wrong server. `npm run prove -- drill` runs all wrong servers. */
import { describe, expect, test } from 'vitest';
import { allChanges } from './all-changes.ts';
import { type DrilledChange, prepareDrill, wrongServers } from './drill.ts';
import { objectChanges } from './object-changes.ts';

/** Changes that resemble other tested changes. They are tested only with `npm test -- --in-full`. */
const partlyTried = ['a tip of a fifth at most', 'a list of different tags', 'an object of which one field needs another'];
const isTried = (change: DrilledChange): boolean =>
  process.env.IN_FULL === '1' || !(partlyTried.includes(change.name) || objectChanges.includes(change));

describe.each(allChanges.filter(isTried))('$name', (drilled) => {
  const { owed, check } = prepareDrill(drilled);
  const [first] = wrongServers(drilled);

  test('has a case for each statement', () => {
    expect(owed).toEqual([]);
  });

  test('does not blame a right server', async () => {
    expect(await check(drilled.right, drilled.finds)).toEqual([]);
  }, 120_000);

  test(`finds a server that ${first?.does}`, async () => {
    const found = await check(first?.server ?? {}, drilled.finds, first?.breaks);
    expect(found).toContainEqual(expect.stringMatching(new RegExp(`^${first?.breaks} by `)));
  }, 120_000);
});

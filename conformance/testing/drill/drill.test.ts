/**
 * Tests changes of the contract, each with a correct server and one wrong server. `npm run prove -- drill` runs all the wrong
 * servers.
 */
import { describe, expect, test } from 'vitest';
import { drilledChanges } from './changes.ts';
import { prepareDrill } from './drill.ts';
import { furtherChanges } from './further-changes.ts';
import { headerChanges } from './header-changes.ts';
import { kindChanges } from './kind-changes.ts';
import { limitChanges } from './limit-changes.ts';
import { listChanges } from './list-changes.ts';
import { objectChanges } from './object-changes.ts';
import { reviewChanges } from './review-changes.ts';
import { ruleChanges } from './rule-changes.ts';
import { valueChanges } from './value-changes.ts';

const all = [
  ...drilledChanges,
  ...furtherChanges,
  ...valueChanges,
  ...reviewChanges,
  ...kindChanges,
  ...listChanges,
  ...ruleChanges,
  ...limitChanges,
  ...headerChanges,
];
/** Changes that resemble others in this list. Only `npm test -- --in-full` tests them too. */
const partlyTried = ['a tip of a fifth at most', 'a list of different tags', 'an object of which one field needs another'];
const tried = process.env.IN_FULL === '1' ? [...all, ...objectChanges] : all.filter(({ name }) => !partlyTried.includes(name));

describe.each(tried)('$name', (drilled) => {
  const { owed, check } = prepareDrill(drilled);
  const [first] = drilled.wrong;

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

import type { Debt } from './debt.ts';
import type { Branch } from './read-branch.ts';

/**
 * Requires a changeset when the contract has changed since this branch began. Outside a repository, nothing is
 * required.
 */
export function findChangeset(branch: Branch | undefined): Debt[] {
  if (!branch?.isChanged || branch.changesets.length > 0) return [];
  return [{ file: '.changeset/', what: 'The contract is another one, and no changeset says so: npm run changeset.' }];
}

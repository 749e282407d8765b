import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Debt } from './debt.ts';
import { root, runProgram } from './run-program.ts';

/** The state of this branch: whether it changes the contract, and the changesets it adds. */
export interface Branch {
  /** The commit where it began. */
  from: string;
  /** True if the contract has changed since. */
  isChanged: boolean;
  /** Texts of the changesets that it adds. */
  changesets: string[];
}

/**
 * Compares the working tree with the commit where its branch began. Returns undefined outside a repository, where git would
 * compare files instead.
 */
export async function readBranch(): Promise<Branch | undefined> {
  if ((await runProgram('git', 'rev-parse', '--is-inside-work-tree')).status !== 0) return undefined;
  const began = await runProgram('git', 'merge-base', 'HEAD', 'main');
  const from = began.status === 0 ? began.output.trim() : 'HEAD';
  const { status } = await runProgram('git', 'diff', '--quiet', from, '--', 'openapi/openapi.yaml');
  const added = await runProgram('git', 'diff', '--name-only', '--diff-filter=A', from, '--', '.changeset');
  const loose = await runProgram('git', 'ls-files', '--others', '--exclude-standard', '.changeset');
  const files = `${added.output}\n${loose.output}`.split('\n').filter((file) => file !== '');
  return { from, isChanged: status === 1, changesets: files.map((file) => readFileSync(join(root, file), 'utf8')) };
}

/**
 * Requires a changeset when the contract has changed since this branch began. Outside a repository, nothing is
 * required.
 */
export function findChangeset(branch: Branch | undefined): Debt[] {
  if (!branch?.isChanged || branch.changesets.length > 0) return [];
  return [{ file: '.changeset/', what: 'The contract is another one, and no changeset says so: npm run changeset.' }];
}

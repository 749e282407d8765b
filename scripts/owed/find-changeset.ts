import type { Debt } from './debt.ts';
import { runProgram } from './run-program.ts';

/** Asks for a changeset when the contract is another than where this branch began; none outside a repository. */
export async function findChangeset(): Promise<Debt[]> {
  // Outside a repository git compares files instead.
  if ((await runProgram('git', 'rev-parse', '--is-inside-work-tree')).status !== 0) return [];
  const began = await runProgram('git', 'merge-base', 'HEAD', 'main');
  const from = began.status === 0 ? began.output.trim() : 'HEAD';
  const { status } = await runProgram('git', 'diff', '--quiet', from, '--', 'openapi/openapi.yaml');
  if (status !== 1) return [];
  const added = await runProgram('git', 'diff', '--name-only', '--diff-filter=A', from, '--', '.changeset');
  const loose = await runProgram('git', 'ls-files', '--others', '--exclude-standard', '.changeset');
  if ((added.output + loose.output).trim() !== '') return [];
  return [{ file: '.changeset/', what: 'The contract is another one, and no changeset says so: npm run changeset.' }];
}

import { join } from 'node:path';
import type { Ended } from '@payment-invoice/browser/run-process';
import { checkout, must, run, type Stage } from './stage.ts';

/** A clone of the rehearsed commit, and the remote it pushes to. */
export interface Repository {
  folder: string;
  remote: string;
}

/** Clones what is committed without the tags, so that nothing counts as released in the clone. */
export async function cloneRepository(stage: Stage): Promise<Repository> {
  const [remote, folder] = [join(stage.folder, 'remote.git'), join(stage.folder, 'clone')];
  const at = { cwd: stage.folder };
  const { output } = await run(stage, ['git', 'status', '--porcelain'], { cwd: checkout });
  if (output.trim() !== '') stage.journal.tell('What is not committed is not rehearsed.');
  await must(stage, ['git', '-c', `safe.directory=${checkout}`, 'clone', '--quiet', '--bare', '--no-tags', checkout, remote], at);
  await must(stage, ['git', 'clone', '--quiet', remote, folder], at);
  await must(stage, ['git', 'config', 'user.name', 'Rehearsal'], { cwd: folder });
  await must(stage, ['git', 'config', 'user.email', 'rehearsal@example.com'], { cwd: folder });
  return { folder, remote };
}

/** Commits everything, pushes it, and returns the commit. */
export async function commitAll(stage: Stage, { folder }: Repository, message: string): Promise<string> {
  const at = { cwd: folder };
  await must(stage, ['git', 'add', '--all'], at);
  await must(stage, ['git', 'commit', '--quiet', '-m', message], at);
  await must(stage, ['git', 'push', '--quiet', 'origin', 'HEAD'], at);
  return headOf(stage, folder);
}

export async function headOf(stage: Stage, folder: string): Promise<string> {
  return (await must(stage, ['git', 'rev-parse', 'HEAD'], { cwd: folder })).trim();
}

/** Lists the remote's tags with their commits. */
export async function tagsOf(stage: Stage, { remote }: Repository): Promise<Record<string, string>> {
  const said = await must(stage, ['git', 'for-each-ref', '--format=%(refname:short) %(objectname)', 'refs/tags'], {
    cwd: remote,
  });
  return readPairs(said, ' ');
}

/** Runs one of the repository's npm scripts, as the release workflow does. */
export function runScript(stage: Stage, { folder }: Repository, name: string, ...args: string[]): Promise<Ended> {
  return run(stage, ['npm', 'run', name, '--', ...args], { cwd: folder, timeoutMs: 600_000 });
}

/** Returns what the release workflow would do next. */
export async function planRelease(stage: Stage, { folder }: Repository): Promise<{ version: string; next: string }> {
  const said = await must(stage, ['node', 'scripts/packages/plan-release.ts'], { cwd: folder });
  const { version = '', next = '' } = readPairs(said, '=');
  return { version, next };
}

/** Reads lines that each contain a name and a value. */
function readPairs(text: string, between: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.includes(between));
  return Object.fromEntries(lines.map((line) => line.split(between) as [string, string]));
}

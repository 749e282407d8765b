import { spawnSync } from 'node:child_process';
import { basename, dirname } from 'node:path';

/**
 * Reads a file as it was at the git ref `ref`. If `ref` is undefined, uses origin/main, or HEAD if there is no origin/main. The
 * returned `name` is the ref with its commit.
 * @throws Error when there is no git repository, no such ref, or no such file at the ref
 */
export function readAtRef(file: string, ref: string | undefined): { name: string; text: string } {
  const folder = dirname(file);
  if (!runGit(folder, 'rev-parse', '--git-dir').ok)
    throw new Error(`${folder} is not in a git repository, or git is not installed: compare two files with --before.`);
  const wanted = ref ?? (findCommit(folder, 'origin/main') ? 'origin/main' : 'HEAD');
  const commit = findCommit(folder, wanted);
  if (!commit) throw new Error(`git knows no commit by the name ${JSON.stringify(wanted)}.`);
  const name = `${wanted} (${commit.slice(0, 7)})`;
  const { ok, said } = runGit(folder, 'show', `${commit}:./${basename(file)}`);
  if (!ok) throw new Error(`There is no ${basename(file)} at ${name}.`);
  return { name, text: said };
}

function findCommit(folder: string, ref: string): string | undefined {
  const { ok, said } = runGit(folder, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`);
  return ok ? said.trim() : undefined;
}

function runGit(cwd: string, ...args: string[]): { ok: boolean; said: string } {
  // Leaves out the GIT_ variables. Inside a git hook, they would make git use the hook's repository.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
  // By default, git refuses to read a checkout that another user owns. Reading it is safe here: nothing from it is executed.
  const { status, stdout } = spawnSync('git', ['-c', 'safe.directory=*', ...args], {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return { ok: status === 0, said: stdout ?? '' };
}

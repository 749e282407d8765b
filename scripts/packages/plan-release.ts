/**
 * Prints what the release workflow has to do, as lines for $GITHUB_OUTPUT: `version=` and `next=`. `next` is `propose` (open a
 * pull request that raises the version) if `.changeset/` contains notes, `publish` if the version has no tag yet, and otherwise
 * `nothing`.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { currentVersion } from './published-rooms.ts';

const root = resolve(import.meta.dirname, '../..');
const version = currentVersion();
const isWaiting = readdirSync(join(root, '.changeset')).some((file) => file.endsWith('.md') && file !== 'README.md');
const { status, stdout, stderr } = spawnSync('git', ['ls-remote', '--tags', 'origin', `refs/tags/v${version}`], {
  cwd: root,
  encoding: 'utf8',
});
if (status !== 0) {
  process.stderr.write(`The remote could not be asked for its tags:\n${stderr}`);
  process.exitCode = 1;
} else {
  const isOut = version === '0.0.0' || stdout.trim() !== '';
  process.stdout.write(`version=${version}\nnext=${isWaiting ? 'propose' : isOut ? 'nothing' : 'publish'}\n`);
}

/**
 * Raises the version of the packages according to the notes in `.changeset/`, and writes their changelogs: `npm run version`.
 * Exit 1 when there is no note or `changeset version` fails, 2 when the command was called wrongly.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { currentVersion } from './published-rooms.ts';
import { runScript } from './run-script.ts';

const root = resolve(import.meta.dirname, '../..');
const notes = join(root, '.changeset');
const first = 'first-release.md';
/** The document with examples that contain the tag of the current release. */
const guide = join(root, 'conformance/README.md');

const helpText = `Raises the version of the packages as the notes in .changeset/ say, and writes their changelogs.

Usage: npm run version
`;

runScript(helpText, {}, raise);

function raise(): void {
  const waiting = readdirSync(notes).filter((file) => file.endsWith('.md') && file !== 'README.md');
  if (waiting.length === 0)
    throw new Error('There is no note in .changeset/, so there is nothing to release. Write one with `npm run changeset`.');
  const before = currentVersion();
  // The first release needs no description of changes, because nobody has used an earlier version.
  if (before === '0.0.0' && waiting.includes(first)) {
    for (const file of waiting.filter((file) => file !== first)) rmSync(join(notes, file));
  }
  const { status, stdout, stderr } = spawnSync('changeset', ['version'], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`changeset version failed:\n${stdout}${stderr}`);
  const version = currentVersion();
  const text = readFileSync(guide, 'utf8');
  writeFileSync(guide, text.replaceAll(/(conformance\/action@|A tag `)v\d+\.\d+\.\d+/g, `$1v${version}`));
  console.log(`${before} → ${version}`);
}

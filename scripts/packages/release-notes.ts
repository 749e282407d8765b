/** Prints the current version's release notes for GitHub: each changelog's section; packages with the same text share one. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { currentVersion, publishedRooms, shortNameOf } from './published-rooms.ts';

const root = resolve(import.meta.dirname, '../..');
const version = currentVersion();
const sections = Map.groupBy(publishedRooms, (room) => readSection(join(root, room, 'CHANGELOG.md')));
for (const [text, rooms] of sections) {
  if (text !== '') process.stdout.write(`## ${rooms.map(shortNameOf).join(', ')}\n\n${text}\n\n`);
}

/** Returns the text below this version's heading, or an empty string if the package has not changed. */
function readSection(changelog: string): string {
  const [, section = ''] = readFileSync(changelog, 'utf8').split(`\n## ${version}\n`);
  return (section.split('\n## ')[0] ?? '').replaceAll('\n### ', '\n#### ').replace('No changes in this release.', '').trim();
}

import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';

/** From the ground up. A room imports from itself and from the floors below it, never from its own floor or above. */
const floors = [
  ['src/places', 'src/node-http.ts'],
  ['src/group-by.ts', 'src/contract', 'src/http', 'src/callbacks'],
  ['src/outcome'],
  ['src/adapter'],
  ['src/wire'],
  ['src/subject'],
  ['src/checks'],
  ['src/record'],
  ['src/case'],
  ['cases'],
  ['src/engine'],
  ['src/report'],
  ['src/compare', 'src/judge'],
  ['src/watch'],
  ['src/self-check'],
  ['src/command'],
];

const home = join(import.meta.dirname, '..');
const files = ['src', 'cases']
  .flatMap((folder) => readdirSync(join(home, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));

const roomOf = (file: string): string | undefined => floors.flat().find((room) => file === room || file.startsWith(`${room}/`));
const floorOf = (room: string): number => floors.findIndex((floor) => floor.includes(room));

function importsOf(file: string): string[] {
  const text = readFileSync(join(home, file), 'utf8');
  return [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, to = '']) => posix.join(posix.dirname(file), to));
}

function isAllowed(file: string, imported: string): boolean {
  // The adapter of our own sandbox ships beside the suite, as those that users write stand beside theirs.
  if (file === 'src/adapter/load-adapter.ts' && imported === 'adapters/sandbox.ts') return true;
  const [room, below] = [roomOf(file), roomOf(imported)];
  if (room === undefined || below === undefined) return false;
  return room === below || floorOf(below) < floorOf(room);
}

test('each room of the suite imports from the floors below it only', () => {
  const edges = files.flatMap((file) => importsOf(file).map((imported) => ({ file, imported })));
  expect(edges.length).toBeGreaterThan(500);
  const broken = edges.filter(({ file, imported }) => !isAllowed(file, imported));
  expect(broken.map(({ file, imported }) => `${file} imports ${imported}`)).toEqual([]);
});

/**
 * Compiles everything and writes the packages to publish, as folders and as tarballs: `npm run pack [-- --out FOLDER] [--room
 * ROOM]… [--folders]`; by default all published rooms, in `build/packages`.
 * Exit 1 when something does not compile, 2 when the command was called wrongly.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { currentVersion, publishedRooms, shortNameOf, withNeeded } from './published-rooms.ts';
import { runScript } from './run-script.ts';
import { isReplaceable, stagePackage } from './stage-package.ts';

const root = resolve(import.meta.dirname, '../..');

const helpText = `Compiles everything and writes the packages that users install, as folders and as tarballs.

Usage: npm run pack [-- --out FOLDER] [--room ROOM]… [--folders]

  --out FOLDER  where to write them (build/packages)
  --room ROOM   only this package and those that it needs; may be repeated: ${publishedRooms.join(', ')}
  --folders     write only folders, no tarballs
`;

const options = {
  out: { type: 'string', default: join(root, 'build/packages') },
  room: { type: 'string', multiple: true, default: [...publishedRooms] as string[] },
  folders: { type: 'boolean', default: false },
} as const;

runScript(helpText, options, (values) => {
  const rooms = withNeeded(values.room);
  const mistake = findMistake({ ...values, rooms });
  if (mistake !== undefined) {
    console.error(mistake);
    process.exit(2);
  }
  const out = resolve(values.out);
  console.error('Compiling …');
  run('tsc', ['-b'], root);
  if (rooms.includes('packages/server')) run('sh', ['scripts/docs-if-stale.sh'], root);
  mkdirSync(out, { recursive: true });
  for (const room of rooms) {
    const folder = folderOf(room, out);
    // Deletes tarballs of earlier versions, because they would be mistaken for packages of this run.
    for (const old of globSync(`payment-invoice-${shortNameOf(room)}-*.tgz`, { cwd: out })) rmSync(join(out, old));
    stagePackage(room, folder);
    if (room === 'openapi') run('node', ['openapi/bin/write-guides.ts', join(folder, 'guides')], root);
  }
  if (values.folders) return console.log(`The packages are in ${out}.`);
  // Packs all packages in one call, because starting npm takes longer than packing.
  run('npm', ['pack', '--silent', '--pack-destination', out, ...rooms.map((room) => folderOf(room, out))], out);
  const tarballs = rooms.map((room) => `payment-invoice-${shortNameOf(room)}-${currentVersion()}.tgz`);
  console.log(`The packages are in ${out}. To install them elsewhere, all in one command:`);
  console.log(`npm install ${tarballs.map((file) => join(out, file)).join(' ')}`);
});

/** Checks the options before anything is written. A folder must not be replaced unless it is one of our packages. */
function findMistake({ out, room: chosen, rooms }: { out: string; room: string[]; rooms: string[] }): string | undefined {
  const unknown = chosen.filter((room) => !rooms.includes(room));
  if (unknown.length > 0) return `${unknown.join(', ') || '""'} is not published; these are: ${publishedRooms.join(', ')}.`;
  if (out === '') return '--out is empty.';
  if (existsSync(out) && !statSync(out).isDirectory()) return `--out ${out} is not a folder.`;
  const taken = rooms.map((room) => folderOf(room, resolve(out))).find((folder) => !isReplaceable(folder));
  return taken && `${taken} exists, but was not written by this command: set --out to another folder.`;
}

function folderOf(room: string, out: string): string {
  return join(out, shortNameOf(room));
}

/** @throws Error when the command does not exit with 0 */
function run(command: string, args: string[], cwd: string): void {
  const { status, error } = spawnSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error(`${[command, ...args].join(' ')} failed${error ? `: ${error.message}` : '.'}`);
}

/**
 * Writes the package.json and the package-lock.json of an image. They list our tarballs, and third-party packages with the
 * versions and hashes of this workspace's lockfile, so that `npm ci` installs exactly what was tested.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { load } from 'js-yaml';
import { currentVersion, publishedRooms, shortNameOf, withNeeded } from './published-rooms.ts';
import { runScript } from './run-script.ts';

const root = resolve(import.meta.dirname, '../..');

const helpText = `Writes the package.json and the package-lock.json of an image, for npm ci.

Usage: node scripts/packages/lock-image.ts --room ROOM --out FOLDER

  --room ROOM   the package for the image, with its dependencies: packages/server or conformance, packed by npm run pack
  --out FOLDER  where to write them
`;

type Texts = Record<string, string>;
/** The parts of pnpm's lockfile that are read. A key is a package, its version and, in parentheses, its peer dependencies. */
interface Lockfile {
  importers: Record<string, { dependencies?: Record<string, { version: string }> }>;
  packages: Record<string, { resolution: { integrity: string }; os?: string[]; cpu?: string[]; libc?: string[] }>;
  snapshots: Record<string, { dependencies?: Texts; optionalDependencies?: Texts; optional?: true }>;
}

const withoutPeers = (key: string): string => key.replace(/\(.*/, '');

/** Decides where npm installs each package. Returns the entries of npm's lockfile, keyed by folder. */
function placePackages(rooms: readonly string[]): Record<string, object> {
  const lock = load(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')) as Lockfile;
  const placed: Record<string, { version: string }> = {};
  const waiting: { at: string; needs: Texts }[] = [];
  const own: Texts = {};
  for (const room of rooms) {
    const short = shortNameOf(room);
    const folder = join(root, 'build/packages');
    const { name, version, dependencies } = JSON.parse(readFileSync(join(folder, short, 'package.json'), 'utf8'));
    own[name] = `file:${join(folder, `payment-invoice-${short}-${currentVersion()}.tgz`)}`;
    const at = `node_modules/${name}`;
    placed[at] = { version, ...{ resolved: own[name], dependencies } };
    const needs = Object.entries(lock.importers[room]?.dependencies ?? {}).map(([needed, one]) => [needed, one.version]);
    waiting.push({ at, needs: Object.fromEntries(needs.filter(([, reference = '']) => !reference.startsWith('link:'))) });
  }
  // Places the packages breadth first: a package's direct dependencies get their folders before its indirect ones.
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    for (const [name, reference] of Object.entries(next.needs)) {
      const key = lock.snapshots[reference] ? reference : `${name}@${reference}`;
      const { resolution, os, cpu, libc } = lock.packages[withoutPeers(key)] ?? {};
      const snapshot = lock.snapshots[key];
      if (resolution === undefined || snapshot === undefined) throw new Error(`pnpm-lock.yaml does not have ${key}.`);
      const version = withoutPeers(key).slice(key.indexOf('@', 1) + 1);
      const nearest = listFolders(next.at, name).find((folder) => placed[folder]);
      if (nearest && placed[nearest]?.version === version) continue;
      const at = nearest === undefined ? `node_modules/${name}` : `${next.at}/node_modules/${name}`;
      const { dependencies = {}, optionalDependencies = {}, optional } = snapshot;
      const versions = (needs: Texts) => Object.fromEntries(Object.entries(needs).map(([one, to]) => [one, withoutPeers(to)]));
      placed[at] = {
        ...{ version, integrity: resolution.integrity, dependencies: versions(dependencies) },
        ...{ optionalDependencies: versions(optionalDependencies), os, cpu, libc, optional },
      };
      waiting.push({ at, needs: { ...dependencies, ...optionalDependencies } });
    }
  }
  return { '': { dependencies: own }, ...placed };
}

/** Lists the folders where Node.js looks for a package imported from a given folder, the nearest first. */
function listFolders(from: string, name: string): string[] {
  const parts = from.split('/node_modules/');
  return parts
    .map((_, at) => `${parts.slice(0, parts.length - at).join('/node_modules/')}/node_modules/${name}`)
    .concat(`node_modules/${name}`);
}

runScript(helpText, { room: { type: 'string', default: '' }, out: { type: 'string', default: '' } }, ({ room, out }) => {
  if (!withNeeded([room]).length || out === '') {
    const mistake = `Name a published room with --room (${publishedRooms.join(', ')}), and a folder with --out.`;
    throw Object.assign(new Error(mistake), { code: 'ERR_PARSE_ARGS' });
  }
  const packages = placePackages(withNeeded([room]));
  const name = 'image';
  mkdirSync(out, { recursive: true });
  const { dependencies } = packages[''] as { dependencies: Texts };
  const write = (file: string, content: object): void => writeFileSync(join(out, file), `${JSON.stringify(content, null, 2)}\n`);
  write('package.json', { name, private: true, dependencies });
  write('package-lock.json', { name, lockfileVersion: 3, requires: true, packages });
});

import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** The folders of the published packages. Each package comes after those that it depends on. */
export const publishedRooms = [
  'openapi',
  'packages/stubs',
  'packages/kit',
  'packages/client',
  'packages/server',
  'conformance',
] as const;

/** Returns the name, without the scope, of the package in a folder. The packed folder has this name. */
export function shortNameOf(room: string): string {
  return room === 'openapi' ? 'contract' : basename(room);
}

/** Adds the published packages that the chosen ones depend on. Without their tarballs, npm would ask the registry for them. */
export function withNeeded(chosen: readonly string[]): string[] {
  const needed = new Set(chosen);
  for (const room of publishedRooms.toReversed()) {
    if (!needed.has(room)) continue;
    for (const name of Object.keys(readManifest(room).dependencies ?? {})) {
      const other = publishedRooms.find((one) => readManifest(one).name === name);
      if (other) needed.add(other);
    }
  }
  return publishedRooms.filter((room) => needed.has(room));
}

/** Returns the version that all published packages share. @throws Error when their versions differ */
export function currentVersion(): string {
  const versions = [...new Set(publishedRooms.map((room) => readManifest(room).version))];
  if (versions.length !== 1 || !versions[0]) throw new Error(`The packages have more than one version: ${versions.join(', ')}.`);
  return versions[0];
}

function readManifest(room: string): { name: string; version: string; dependencies?: Record<string, string> } {
  return JSON.parse(readFileSync(join(root, room, 'package.json'), 'utf8'));
}

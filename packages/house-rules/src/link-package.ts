import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './repository.ts';

interface Manifest {
  name: string;
  bin?: Record<string, string>;
  dependencies?: Record<string, string>;
}

/** A packed package: `folder` contains it, and `room` is the folder of its source. */
export interface Packed {
  folder: string;
  room: string;
}

/** Installs packages of ours in a project: copies them, and links only the other packages that they declare as dependencies. */
export function linkPackages(project: string, packages: readonly Packed[]): void {
  const modules = join(project, 'node_modules');
  for (const { folder, room } of packages) {
    const { name, bin = {} } = readManifest(folder);
    const target = join(modules, name);
    cpSync(folder, target, { recursive: true });
    for (const other of foreignDependencies(folder))
      link(realpathSync(join(root, room, 'node_modules', other)), join(modules, other));
    for (const [command, file] of Object.entries(bin)) {
      chmodSync(join(target, file), 0o755);
      link(join(target, file), join(modules, '.bin', command));
    }
  }
}

/** Counts these packages and all their dependencies. Returns their number and their total size in bytes. */
export function weighInstalled(packages: readonly Packed[]): { bytes: number; packages: number } {
  const folders = new Set<string>();
  const add = (folder: string) => {
    if (folders.has(folder)) return;
    folders.add(folder);
    // pnpm places the dependencies of a package in the folder that contains the package.
    const { name, dependencies = {} } = readManifest(folder);
    const beside = join(folder, ...name.split('/').map(() => '..'));
    for (const other of Object.keys(dependencies)) add(realpathSync(join(beside, other)));
  };
  for (const { folder, room } of packages) {
    for (const other of foreignDependencies(folder)) add(realpathSync(join(root, room, 'node_modules', other)));
  }
  for (const { folder } of packages) folders.add(folder);
  return { bytes: [...folders].reduce((sum, folder) => sum + weigh(folder), 0), packages: folders.size };
}

function foreignDependencies(folder: string): string[] {
  return Object.keys(readManifest(folder).dependencies ?? {}).filter((name) => !name.startsWith('@payment-invoice/'));
}

function link(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  if (!lstatSync(to, { throwIfNoEntry: false })) symlinkSync(from, to);
}

function weigh(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sum + (entry.name === 'node_modules' ? 0 : weigh(path));
    return sum + (entry.isFile() ? lstatSync(path).size : 0);
  }, 0);
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from '../repository.ts';

/** The files and folders to copy: the contract and everything that depends on it. */
const rooms = [
  ...['tsconfig.json', 'package.json', 'README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'openapi', 'conformance', 'scripts'],
  ...['bench/src', 'languages/programs', 'languages/servers', 'second-server'].map((room) => `proofs/${room}`),
  ...['generated', 'stubs', 'kit', 'client', 'server', 'browser', 'demo-shop', 'house-rules'].map((room) => `packages/${room}`),
];

/** The packages that are type-checked in the copy, because they use types of the contract. */
const typed = ['generated', 'stubs', 'kit', 'client', 'server', 'demo-shop'].map((room) => `packages/${room}`);

/** Copies the repository to a folder. Leaves out tests, because they are written for the unchanged contract. */
export function copyWorkspace(folder: string): void {
  // Skips caches and scratch folders, because tests that run at the same time create and delete them.
  const needed = (path: string) =>
    !/^(dist|drill|\.(vite|readme-check|receiver|samples|cache).*)$|\.test(-d)?\.ts$|\.tsbuildinfo$/.test(basename(path));
  for (const path of rooms) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    // Keeps pnpm's links relative, so that they lead to the packages in the copy.
    cpSync(join(root, path), join(folder, path), { recursive: true, verbatimSymlinks: true, filter: needed });
  }
  const config = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
  const references = typed.map((path) => ({ path }));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...config, references }));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}

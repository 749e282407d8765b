import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from '../run/command.ts';
import type { Generator, Place } from './generator.ts';
import { pythonOf } from './install-packages.ts';

/** How to compile and run a program that drives a client. */
type Program = Pick<Generator, 'shared'> & Required<Pick<Generator, 'build' | 'drive'>>;

export const goProgram: Program = {
  shared: 'go',
  build: ({ folder }) => [
    { argv: ['go', 'mod', 'tidy'], cwd: folder },
    { argv: ['go', 'build', '-o', 'driver', '.'], cwd: folder },
  ],
  drive: ({ folder }) => ({ argv: ['./driver'], cwd: folder }),
};

/** The `node_modules` folder of `proofs/languages`, with the packages for TypeScript generators and their programs. */
export const packages = fileURLToPath(new URL('../../../node_modules', import.meta.url));

export const nodeProgram: Program = {
  shared: 'typescript',
  build: ({ folder }) => [
    { argv: ['ln', '-sfn', packages, 'node_modules'], cwd: folder },
    {
      argv: [
        ...['tsc', '--project', 'tsconfig.json', '--module', 'nodenext', '--moduleResolution', 'nodenext'],
        ...['--noEmit', 'false', '--rewriteRelativeImportExtensions', '--outDir', 'out'],
      ],
      cwd: folder,
    },
  ],
  drive: ({ folder }) => ({ argv: ['node', 'out/driver.js'], cwd: folder }),
};

/**
 * Describes how to compile and run a Python program in the generator's virtual environment. `parts` are the modules to compile.
 */
export const pythonProgram = (id: string, ...parts: string[]): Program => ({
  shared: 'python',
  build: (place) => [{ argv: [pythonOf(place, id), '-m', 'compileall', '-q', ...parts], cwd: place.folder }],
  drive: (place) => ({ argv: [pythonOf(place, id), 'driver.py'], cwd: place.folder }),
});

/** Describes how to build a program with Maven and these options, and how to run it. `main` is its main class. */
export const mavenProgram = (main: string, ...options: string[]): Program => ({
  build: ({ folder }) => [{ argv: ['mvn', '-q', '-B', '-DskipTests', ...options, 'package'], cwd: folder }],
  drive: ({ folder }) => ({ argv: ['java', '-cp', 'target/driver.jar:target/dependency/*', main], cwd: folder }),
});

/**
 * Returns the command with which Maven downloads a jar, `group:name:version`, into the cache. Returns an empty list if the jar is
 * already there.
 */
export function fetchJar({ cache, folder }: Pick<Place, 'cache' | 'folder'>, artifact: string): Command[] {
  const [, name, version] = artifact.split(':');
  const argv = ['mvn', '-q', '-B', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${cache}`];
  return existsSync(join(cache, `${name}-${version}.jar`)) ? [] : [{ argv, cwd: folder }];
}

import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { operationTable } from '@payment-invoice/generated';
import { InitError } from './init-error.ts';

/**
 * Makes a folder with a complete project, or none at all: a temporary folder is moved into place at the end.
 * @param filesOf returns the files for the project's name
 * @throws InitError when the name is not valid for a package, or the folder is not empty or cannot be written
 */
export async function writeProject(folder: string, filesOf: (name: string) => Readonly<Record<string, string>>): Promise<void> {
  const target = resolve(folder);
  const name = basename(target);
  checkName(name, folder);
  if (target === process.cwd()) throw new InitError('The folder cannot be the one you are in: name a new one.');
  const files = filesOf(name);
  const isThere = checkEmpty(target, folder);
  let made: string | undefined;
  try {
    made = mkdtempSync(join(dirname(target), `.${name}-`));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(made, path)), { recursive: true });
      writeFileSync(join(made, path), text, { flag: 'wx' });
    }
    // Sets the usual permissions, because a temporary folder can be read only by its owner.
    chmodSync(made, 0o777 & ~process.umask());
    // On Windows, a folder cannot take the name of an existing one, so the empty folder is deleted first.
    if (isThere && process.platform === 'win32') rmdirSync(target);
    renameSync(made, target);
  } catch (error) {
    if (made) rmSync(made, { recursive: true, force: true });
    throw new InitError(`${folder} cannot be made: ${reasonOf(error as NodeJS.ErrnoException)}.`, { cause: error });
  }
}

/** Refuses names that npm does not accept for a new package, or that are not safe in a shell. */
function checkName(name: string, folder: string): void {
  const isName = /^[a-z0-9][a-z0-9._-]{0,213}$/.test(name) && !['node_modules', 'favicon.ico'].includes(name);
  // Only the last part of the path is a package name. The other parts are only printed, and must not contain control characters.
  if (isName && !/\p{Cc}/u.test(folder)) return;
  throw new InitError(
    `${JSON.stringify(folder)} cannot be a package's name: use lower-case letters, digits, ".", "_" and "-", and start with a letter or digit.`,
  );
}

/** Returns true when the folder exists and is empty. Throws an InitError when it contains something or is a file. */
function checkEmpty(target: string, folder: string): boolean {
  try {
    if (readdirSync(target).length === 0) return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return false;
    if (code !== 'ENOTDIR') throw new InitError(`${folder} cannot be read: ${code}.`, { cause: error });
    throw new InitError(`${folder} is a file, or inside one: name a new folder.`, { cause: error });
  }
  throw new InitError(`${folder} already contains files: name a new folder, or an empty one.`);
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'ENOENT':
      return 'its parent folder does not exist. Make that first';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'its parent folder cannot be written';
    case 'ENOSPC':
      return 'the disk is full';
  }
  return message;
}

/** Finds the package that contains this file, whether the file runs from source or compiled. */
export function ownPackage(): { folder: string; version: string } {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { folder, version };
}

/** A project to make. If it has a database, it is a complete server; otherwise the user has to write its handlers. */
export interface Project {
  name: string;
  framework: Framework;
  database: DatabaseName | undefined;
}

/** Returns the files of a project: their contents by path. */
export function projectFiles(project: Project): Readonly<Record<string, string>> {
  const { name, framework, database } = project;
  const isFull = database !== undefined;
  const { folder, version } = ownPackage();
  const templates = isFull ? findFullTemplates(folder) : join(folder, 'templates');
  const template = (file: string) => readFileSync(join(templates, file), 'utf8');
  const sources = isFull
    ? {
        'src/listen.ts': template(framework === 'node-http' ? 'listen.ts' : `${framework}.ts`),
        'src/server.ts': template('server.ts'),
        'src/sql.ts': template('sql.ts'),
        'src/database.ts': template(database === 'postgres' ? 'postgres.ts' : 'database.ts'),
        'src/store.ts': template('store.ts'),
        'test/check.ts': template('check.ts.txt'),
      }
    : { 'src/server.ts': template(`${framework}.ts`), 'src/handlers.ts': addMissing(template('handlers.ts')) };
  return {
    'package.json': `${JSON.stringify(manifest(project, `^${version}`), null, 2)}\n`,
    'tsconfig.json': template('tsconfig.json.txt'),
    'README.md': template('README.md.txt')
      .replaceAll('{name}', name)
      .replaceAll('{framework}', framework)
      .replaceAll('{database}', database ?? ''),
    '.gitignore': `node_modules/\ndist/\n${isFull ? '*.sqlite*\nconformance-report/\n' : ''}`,
    ...sources,
    'src/settings.ts': template('settings.ts'),
  };
}

/** For each operation without a handler, adds one that throws. Removes `Partial`, so that the compiler requires all handlers. */
export function addMissing(text: string): string {
  const missing = Object.keys(operationTable).filter((id) => !text.includes(`\n  ${id}: `));
  const added = missing.map((id) => `  ${id}: async () => {\n    throw new Error('${id} is not implemented yet.');\n  },\n`);
  return text.replace(/^} satisfies Partial<(\w+<\w+>)> as \1;/m, `${added.join('')}} satisfies $1;`);
}

/** Finds the templates of a complete server. In a checkout they are in the kit, which compiles them. */
function findFullTemplates(folder: string): string {
  const packed = join(folder, 'templates/full');
  return existsSync(packed) ? packed : join(folder, '../kit/templates');
}

/** The oldest version of Node.js that runs a complete server: the first that runs TypeScript without compiling it. */
export const fullNeeds = { major: 22, minor: 19 };

function manifest({ name, framework, database }: Project, own: string) {
  const isFull = database !== undefined;
  const [door, store] = [frameworks[framework], databases[database ?? 'sqlite']];
  return {
    name,
    version: '0.0.0',
    private: true,
    type: 'module',
    engines: { node: isFull ? `>=${fullNeeds.major}.${fullNeeds.minor}` : '>=20' },
    scripts: isFull
      ? { check: 'tsc', conformance: 'node test/check.ts', start: 'node src/server.ts' }
      : { check: 'tsc --noEmit', start: 'tsc && node dist/server.js' },
    dependencies: {
      '@payment-invoice/stubs': own,
      ...(isFull && { '@payment-invoice/kit': own }),
      ...door.dependencies,
      ...store.dependencies,
    },
    devDependencies: {
      ...compilerPackages,
      ...door.devDependencies,
      ...store.devDependencies,
      ...(isFull && { '@payment-invoice/conformance': own }),
    },
  };
}

/** The packages that a project needs besides the stubs and the compiler, in the form of package.json. */
interface Packages {
  dependencies: Readonly<Record<string, string>>;
  devDependencies: Readonly<Record<string, string>>;
}

/** The frameworks for which a project can be made. Their versions are those with which this repository is tested. */
export const frameworks = {
  'node-http': { dependencies: {}, devDependencies: {} },
  koa: { dependencies: { koa: '^3.3.0' }, devDependencies: { '@types/koa': '^3.0.3' } },
  express: { dependencies: { express: '^5.3.0' }, devDependencies: { '@types/express': '^5.0.6' } },
  fastify: { dependencies: { fastify: '^5.12.8' }, devDependencies: {} },
  fetch: { dependencies: { hono: '^4.13.19', '@hono/node-server': '^2.1.8' }, devDependencies: {} },
} as const satisfies Record<string, Packages>;

export type Framework = keyof typeof frameworks;

/** The databases in which a generated server can store its invoices. */
export const databases = {
  sqlite: { dependencies: {}, devDependencies: {} },
  postgres: { dependencies: { pg: '^8.23.1' }, devDependencies: { '@types/pg': '^8.23.1' } },
} as const satisfies Record<string, Packages>;

export type DatabaseName = keyof typeof databases;

/** The packages that compile every generated project. */
export const compilerPackages = { '@types/node': '^24.19.2', typescript: '^7.0.2' } as const;

/** The packages of a project for someone else's contract. Its compiler is TypeScript 5, because openapi-typescript needs that. */
export const foreignPackages = {
  dependencies: { ajv: '^8.20.0', 'ajv-formats': '^3.0.1', 'openapi-backend': '^5.20.1' },
  devDependencies: { 'openapi-typescript': '^7.13.0', typescript: '^5.9.3' },
} as const satisfies Packages;

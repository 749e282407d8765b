import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compilerPackages, type DatabaseName, databases, type Framework, frameworks } from './frameworks.ts';
import { ownPackage } from './own-package.ts';

/** A project to make. With a database it is a complete server; without a database its handlers are still to be written. */
export interface Project {
  name: string;
  framework: Framework;
  database: DatabaseName | undefined;
}

/** Returns the files of a project: texts by path. */
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
    : { 'src/server.ts': template(`${framework}.ts`), 'src/handlers.ts': template('handlers.ts') };
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

/** Finds the templates of a complete server. In a checkout they are in the kit, which compiles them. */
function findFullTemplates(folder: string): string {
  const packed = join(folder, 'templates/full');
  return existsSync(packed) ? packed : join(folder, '../kit/templates');
}

/** The lowest version of Node.js that a complete server starts on: the first that runs TypeScript without compiling it. */
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

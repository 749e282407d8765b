import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compilerPackages, type Framework, frameworks } from './frameworks.ts';
import { ownPackage } from './own-package.ts';

/** Returns the files of a project: texts by path. */
export function projectFiles(name: string, framework: Framework): Readonly<Record<string, string>> {
  const { folder, version } = ownPackage();
  const template = (file: string) => readFileSync(join(folder, 'templates', file), 'utf8');
  return {
    'package.json': `${JSON.stringify(manifest(name, framework, version), null, 2)}\n`,
    'tsconfig.json': template('tsconfig.json.txt'),
    'README.md': template('README.md.txt').replaceAll('{name}', name).replaceAll('{framework}', framework),
    '.gitignore': 'node_modules/\ndist/\n',
    'src/server.ts': template(`${framework}.ts`),
    'src/handlers.ts': template('handlers.ts'),
    'src/settings.ts': template('settings.ts'),
  };
}

function manifest(name: string, framework: Framework, stubsVersion: string) {
  const { dependencies, devDependencies } = frameworks[framework];
  return {
    name,
    version: '0.0.0',
    private: true,
    type: 'module',
    engines: { node: '>=20' },
    scripts: { check: 'tsc --noEmit', start: 'tsc && node dist/server.js' },
    dependencies: { '@payment-invoice/stubs': `^${stubsVersion}`, ...dependencies },
    devDependencies: { ...compilerPackages, ...devDependencies },
  };
}

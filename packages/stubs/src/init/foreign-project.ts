import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compilerPackages, foreignPackages } from './frameworks.ts';
import type { ForeignContract } from './read-contract.ts';
import { ownPackage } from './write-project.ts';

/**
 * Returns the files of a project for someone else's contract: texts by path. The project generates its types when it is
 * installed.
 */
export function foreignProjectFiles(name: string, { json, operations }: ForeignContract): Readonly<Record<string, string>> {
  const templates = join(ownPackage().folder, 'templates');
  const template = (file: string) => readFileSync(join(templates, file), 'utf8');
  const manifest = {
    name,
    version: '0.0.0',
    private: true,
    type: 'module',
    engines: { node: '>=20' },
    scripts: {
      generate: 'openapi-typescript openapi.json --default-non-nullable=false --output src/types.ts',
      check: 'npm run generate && tsc --noEmit',
      start: 'npm run generate && tsc && node dist/server.js',
    },
    dependencies: foreignPackages.dependencies,
    devDependencies: { '@types/node': compilerPackages['@types/node'], ...foreignPackages.devDependencies },
  };
  return {
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    'tsconfig.json': template('tsconfig.json.txt'),
    'README.md': template('foreign/README.md.txt').replaceAll('{name}', name),
    '.gitignore': 'node_modules/\ndist/\nconformance-report/\n',
    'openapi.json': json,
    'src/api.ts': template('foreign/api.ts.txt'),
    'src/server.ts': template('foreign/server.ts.txt'),
    'src/handlers.ts': writeHandlers(operations),
  };
}

/** Writes a stub handler for each operation. It responds that the operation is not implemented yet. */
function writeHandlers(operations: ForeignContract['operations']): string {
  const each = operations.map(({ id, method, path }) => {
    const text = JSON.stringify(id);
    // Removes line breaks, which would end the comment in the generated code, and characters that change the
    // direction of text, which would make the comment look like other code.
    const words = `${method} ${path}`.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
    return `  // ${words}\n  ${/^[A-Za-z_$][\w$]*$/.test(id) ? id : text}: async () => {\n    throw new NotImplementedError(${text});\n  },\n`;
  });
  return `import { type Handlers, NotImplementedError } from './api.ts';

/** Returns whether the credentials are valid. \`scheme\` is the name of the contract's security scheme. */
export const authenticate = (credentials: string, _scheme: string): boolean =>
  process.env.TOKEN !== undefined && process.env.TOKEN !== '' && credentials === process.env.TOKEN;

/** One handler for each operation. Requests are checked before they get here, and the compiler checks your responses. */
export const handlers: Handlers = {
${each.join('')}};
`;
}

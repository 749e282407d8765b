import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Generator } from './generator.ts';

/** The packages that the program imports, installed in this room. */
const packages = fileURLToPath(new URL('../../node_modules', import.meta.url));

export const heyApi: Generator = {
  id: 'hey-api',
  title: 'hey-api openapi-ts',
  language: 'TypeScript',
  version: '0.99.0',
  needs: ['node'],
  generate({ document, folder }) {
    const program = join(packages, '.bin/openapi-ts');
    return [{ argv: [program, '--input', document, '--output', 'client', '--no-log-file'], cwd: folder }];
  },
  build: ({ folder }) => [
    { argv: ['ln', '-sfn', packages, 'node_modules'], cwd: folder },
    { argv: ['tsc', '--project', 'tsconfig.json'], cwd: folder },
  ],
  drive: ({ folder }) => ({ argv: ['node', 'out/driver.js'], cwd: folder }),
};

import { join } from 'node:path';
import type { Generator } from './generator.ts';
import { nodeProgram, packages } from './programs.ts';

const program = join(packages, '.bin/openapi-ts');

export const heyApi: Generator = {
  id: 'hey-api',
  title: 'hey-api openapi-ts',
  language: 'TypeScript',
  version: '0.99.0',
  needs: ['node'],
  generate: ({ document, folder }) => [
    { argv: [program, '--input', document, '--output', 'client', '--no-log-file'], cwd: folder },
  ],
  ...nodeProgram,
};

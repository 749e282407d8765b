import { fileURLToPath } from 'node:url';
import type { Generator } from './generator.ts';
import { nodeProgram } from './programs.ts';

const program = fileURLToPath(new URL('../../node_modules/.bin/openapi-ts', import.meta.url));

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

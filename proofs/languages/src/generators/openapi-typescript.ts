import { join } from 'node:path';
import type { Generator } from './generator.ts';
import { nodeProgram, packages } from './programs.ts';

const program = join(packages, '.bin/openapi-typescript');

export const openapiTypescript: Generator = {
  id: 'openapi-typescript',
  title: 'openapi-typescript with openapi-fetch',
  language: 'TypeScript',
  version: '7.13.0',
  needs: ['node'],
  generate: ({ document, settings, folder }) => [
    {
      // Without this option, fields with a default would be required, and the smallest create would not compile.
      argv: [program, document, '--output', 'payments.d.ts', ...(settings ? ['--default-non-nullable=false'] : [])],
      cwd: folder,
    },
  ],
  ...nodeProgram,
};

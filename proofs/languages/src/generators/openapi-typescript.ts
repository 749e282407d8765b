import { join } from 'node:path';
import type { Generator } from './generator.ts';
import { nodeProgram, packages } from './programs.ts';

const program = join(packages, '.bin/openapi-typescript');

/** The advice to set this option, without which a field with a default would be required. */
export const optionalDefaults = {
  set: '`--default-non-nullable=false`',
  purpose: 'a field with a default may be left out: without it the least create does not compile',
};

export const openapiTypescript: Generator = {
  id: 'openapi-typescript',
  title: 'openapi-typescript with openapi-fetch',
  language: 'TypeScript',
  version: '7.13.0',
  advice: optionalDefaults,
  needs: ['node'],
  generate: ({ document, settings, folder }) => [
    {
      argv: [program, document, '--output', 'payments.d.ts', ...(settings ? ['--default-non-nullable=false'] : [])],
      cwd: folder,
    },
  ],
  ...nodeProgram,
};

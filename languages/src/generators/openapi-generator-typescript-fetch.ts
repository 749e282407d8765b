import { fileURLToPath } from 'node:url';
import type { Generator } from './generator.ts';
import { generateWithOpenapiGenerator, openapiGeneratorVersion } from './openapi-generator.ts';

/** The packages that the program imports, installed in this room. */
const packages = fileURLToPath(new URL('../../node_modules', import.meta.url));

export const openapiGeneratorTypescriptFetch: Generator = {
  id: 'openapi-generator-typescript-fetch',
  title: 'openapi-generator typescript-fetch',
  language: 'TypeScript',
  version: openapiGeneratorVersion,
  needs: ['java', 'mvn'],
  settings: 'openapi-generator-typescript-fetch.yaml',
  generate: (place) =>
    generateWithOpenapiGenerator(place, 'typescript-fetch', 'client', 'openapi-generator-typescript-fetch.yaml'),
  build: ({ folder }) => [
    { argv: ['ln', '-sfn', packages, 'node_modules'], cwd: folder },
    { argv: ['tsc', '--project', 'tsconfig.json'], cwd: folder },
  ],
  drive: ({ folder }) => ({ argv: ['node', 'out/driver.js'], cwd: folder }),
};

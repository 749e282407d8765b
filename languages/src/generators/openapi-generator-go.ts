import type { Generator } from './generator.ts';
import { generateWithOpenapiGenerator, openapiGeneratorVersion } from './openapi-generator.ts';

export const openapiGeneratorGo: Generator = {
  id: 'openapi-generator-go',
  title: 'openapi-generator go',
  language: 'Go',
  version: openapiGeneratorVersion,
  needs: ['java', 'mvn', 'go'],
  settings: 'openapi-generator-go.yaml',
  generate: (place) => generateWithOpenapiGenerator(place, 'go', 'payments', 'openapi-generator-go.yaml'),
  build: ({ folder }) => [
    { argv: ['go', 'mod', 'tidy'], cwd: folder },
    { argv: ['go', 'build', '-o', 'driver', '.'], cwd: folder },
  ],
  drive: ({ folder }) => ({ argv: ['./driver'], cwd: folder }),
};

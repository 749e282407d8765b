import type { Generator } from './generator.ts';
import { generateWithOpenapiGenerator, openapiGeneratorVersion } from './openapi-generator.ts';

/** Generated only: .NET's own registry of packages is needed to compile it. */
export const openapiGeneratorCsharp: Generator = {
  id: 'openapi-generator-csharp',
  title: 'openapi-generator csharp',
  language: 'C#',
  version: openapiGeneratorVersion,
  needs: ['java', 'mvn'],
  settings: 'openapi-generator-csharp.yaml',
  generate: (place) => generateWithOpenapiGenerator(place, 'csharp', 'client', 'openapi-generator-csharp.yaml'),
  build: () => [],
};

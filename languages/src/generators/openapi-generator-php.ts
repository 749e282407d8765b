import type { Generator } from './generator.ts';
import { generateWithOpenapiGenerator, openapiGeneratorVersion } from './openapi-generator.ts';

export const openapiGeneratorPhp: Generator = {
  id: 'openapi-generator-php',
  title: 'openapi-generator php',
  language: 'PHP',
  version: openapiGeneratorVersion,
  needs: ['java', 'mvn', 'php'],
  settings: 'openapi-generator-php.yaml',
  generate: (place) => generateWithOpenapiGenerator(place, 'php', 'client', 'openapi-generator-php.yaml'),
  build: ({ folder }) => [
    { argv: ['sh', '-c', "find client/lib driver.php -name '*.php' -print0 | xargs -0 -n1 php -l"], cwd: folder },
  ],
  drive: ({ folder }) => ({ argv: ['php', 'driver.php'], cwd: folder }),
};

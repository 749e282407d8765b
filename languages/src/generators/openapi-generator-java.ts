import type { Generator } from './generator.ts';
import { generateWithOpenapiGenerator, openapiGeneratorVersion } from './openapi-generator.ts';

export const openapiGeneratorJava: Generator = {
  id: 'openapi-generator-java',
  title: 'openapi-generator java (native)',
  language: 'Java',
  version: openapiGeneratorVersion,
  needs: ['java', 'mvn'],
  settings: 'openapi-generator-java.yaml',
  generate: (place) => generateWithOpenapiGenerator(place, 'java', 'client', 'openapi-generator-java.yaml'),
  build: ({ folder }) => [{ argv: ['mvn', '-q', '-B', '-DskipTests', 'package'], cwd: folder }],
  sweeps: true,
  drive: ({ folder }) => ({ argv: ['java', '-cp', 'target/driver.jar:target/dependency/*', 'Driver'], cwd: folder }),
};

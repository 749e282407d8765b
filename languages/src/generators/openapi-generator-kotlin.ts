import type { Generator } from './generator.ts';
import { generateWithOpenapiGenerator, openapiGeneratorVersion } from './openapi-generator.ts';

export const openapiGeneratorKotlin: Generator = {
  id: 'openapi-generator-kotlin',
  title: 'openapi-generator kotlin',
  language: 'Kotlin',
  version: openapiGeneratorVersion,
  needs: ['java', 'mvn'],
  settings: 'openapi-generator-kotlin.yaml',
  generate: (place) => generateWithOpenapiGenerator(place, 'kotlin', 'client', 'openapi-generator-kotlin.yaml'),
  build: ({ folder }) => [{ argv: ['mvn', '-q', '-B', '-DskipTests', '-Dkotlin.compiler.daemon=false', 'package'], cwd: folder }],
  drive: ({ folder }) => ({ argv: ['java', '-cp', 'target/driver.jar:target/dependency/*', 'DriverKt'], cwd: folder }),
};

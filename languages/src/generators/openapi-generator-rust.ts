import type { Generator } from './generator.ts';
import { generateWithOpenapiGenerator, openapiGeneratorVersion } from './openapi-generator.ts';

export const openapiGeneratorRust: Generator = {
  id: 'openapi-generator-rust',
  title: 'openapi-generator rust',
  language: 'Rust',
  version: openapiGeneratorVersion,
  needs: ['java', 'mvn', 'cargo'],
  settings: 'openapi-generator-rust.yaml',
  generate: (place) => generateWithOpenapiGenerator(place, 'rust', 'client', 'openapi-generator-rust.yaml'),
  build: ({ folder }) => [{ argv: ['cargo', 'build', '-q', '--jobs', '2'], cwd: folder }],
  drive: ({ cache, folder }) => ({ argv: [`${cache}/cargo-target/debug/driver`], cwd: folder }),
};

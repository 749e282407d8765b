import { aiopenapi3 } from './aiopenapi3.ts';
import { autorest } from './autorest.ts';
import { datamodelCodegen } from './datamodel-codegen.ts';
import { fastapiCodegen } from './fastapi-codegen.ts';
import type { Generator } from './generator.ts';
import { oapiCodegen, ogen } from './go-code.ts';
import { heyApi } from './hey-api.ts';
import { npmClients } from './npm-clients.ts';
import { nswagCsharp } from './nswag.ts';
import { openapiGenerator } from './openapi-generator.ts';
import { openapiPythonClient } from './openapi-python-client.ts';
import { openapiTypescript } from './openapi-typescript.ts';
import { progenitor } from './progenitor.ts';
import { swaggerCodegen } from './swagger-codegen.ts';

/**
 * Every generator that is tried, in table order: first the languages with the most users, and within a language the generators
 * with the most users.
 */
export const generators: Generator[] = [
  openapiTypescript,
  heyApi,
  openapiGenerator('typescript-fetch'),
  ...npmClients,
  openapiGenerator('python'),
  openapiPythonClient,
  datamodelCodegen,
  swaggerCodegen,
  aiopenapi3,
  fastapiCodegen,
  ...(['python-pydantic-v1', 'python-fastapi', 'java', 'java-okhttp'] as const).map(openapiGenerator),
  ...(['restclient', 'resttemplate', 'webclient', 'feign', 'retrofit2', 'micronaut-client'] as const).map((library) =>
    openapiGenerator(`java-${library}`),
  ),
  openapiGenerator('csharp'),
  openapiGenerator('csharp-generichost'),
  nswagCsharp,
  oapiCodegen,
  openapiGenerator('go'),
  ogen,
  autorest,
  ...(['php', 'kotlin', 'rust'] as const).map(openapiGenerator),
  progenitor,
  ...(['ruby', 'cpp-restsdk', 'c', 'swift6', 'dart', 'dart-dio', 'scala-sttp', 'powershell', 'perl', 'elixir'] as const).map(
    openapiGenerator,
  ),
  ...(['r', 'haskell-http-client', 'clojure', 'lua', 'crystal'] as const).map(openapiGenerator),
];

/** Adds environment variables to a generator's program. `title` is added after the generator's name. */
function withVariable(generator: Generator, title: string, env: Record<string, string>): Generator {
  const { drive } = generator;
  return { ...generator, title: `${generator.title}, ${title}`, ...(drive && { drive: (place) => ({ ...drive(place), env }) }) };
}

/** The clients to test with 17-digit amounts: all that can run, and the PHP client again with a setting to write all digits. */
export const longWriters: Generator[] = [
  ...generators.filter(({ drive }) => drive),
  withVariable(openapiGenerator('php'), '`serialize_precision` 17', { SERIALIZE_PRECISION: '17' }),
];

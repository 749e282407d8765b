import { datamodelCodegen } from './datamodel-codegen.ts';
import type { Generator } from './generator.ts';
import { heyApi } from './hey-api.ts';
import { npmClients } from './npm-clients.ts';
import { oapiCodegen } from './oapi-codegen.ts';
import { openapiGenerator } from './openapi-generator.ts';
import { openapiPythonClient } from './openapi-python-client.ts';
import { openapiTypescript } from './openapi-typescript.ts';

/** Every generator that is tried, in the order of the table. */
export const generators: Generator[] = [
  openapiGenerator('go'),
  oapiCodegen,
  openapiGenerator('java'),
  openapiGenerator('kotlin'),
  openapiGenerator('python'),
  openapiPythonClient,
  datamodelCodegen,
  openapiGenerator('rust'),
  openapiGenerator('csharp'),
  openapiGenerator('php'),
  openapiGenerator('ruby'),
  openapiGenerator('perl'),
  openapiGenerator('typescript-fetch'),
  openapiTypescript,
  heyApi,
  ...npmClients,
  ...(['dart', 'dart-dio', 'swift6', 'elixir', 'powershell', 'c', 'rust-axum', 'rust-server'] as const).map(openapiGenerator),
];

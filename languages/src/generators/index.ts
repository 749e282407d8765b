import { datamodelCodegen } from './datamodel-codegen.ts';
import type { Generator } from './generator.ts';
import { heyApi } from './hey-api.ts';
import { oapiCodegen } from './oapi-codegen.ts';
import { openapiGeneratorCsharp } from './openapi-generator-csharp.ts';
import { openapiGeneratorGo } from './openapi-generator-go.ts';
import { openapiGeneratorJava } from './openapi-generator-java.ts';
import { openapiGeneratorKotlin } from './openapi-generator-kotlin.ts';
import { openapiGeneratorPhp } from './openapi-generator-php.ts';
import { openapiGeneratorPython } from './openapi-generator-python.ts';
import { openapiGeneratorRust } from './openapi-generator-rust.ts';
import { openapiGeneratorTypescriptFetch } from './openapi-generator-typescript-fetch.ts';
import { openapiPythonClient } from './openapi-python-client.ts';

/** Every generator that is tried, in the order of the table. */
export const generators: Generator[] = [
  openapiGeneratorGo,
  oapiCodegen,
  openapiGeneratorJava,
  openapiGeneratorKotlin,
  openapiGeneratorPython,
  openapiPythonClient,
  datamodelCodegen,
  openapiGeneratorRust,
  openapiGeneratorCsharp,
  openapiGeneratorPhp,
  openapiGeneratorTypescriptFetch,
  heyApi,
];

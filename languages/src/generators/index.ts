import type { Generator } from './generator.ts';
import { openapiGeneratorGo } from './openapi-generator-go.ts';

/** Every generator that is tried, in the order of the table. */
export const generators: Generator[] = [openapiGeneratorGo];

// Written by `npm run generate` from openapi/openapi.yaml. Do not edit.
export { problems } from './problems.ts';
export type { components, operations, paths } from './types.ts';

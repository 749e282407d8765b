// Written by `npm run generate` from openapi/openapi.yaml. Do not edit.
export { operationScopes, operationTable } from './operations.ts';
export { problems } from './problems.ts';
export { eventStatuses, finalStatuses, initialStatus, invoiceFields, statuses } from './statuses.ts';
export type { components, operations, paths } from './types.ts';

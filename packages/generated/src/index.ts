// Written by `npm run generate` from openapi/openapi.yaml. Do not edit.
export {
  bodyLimit,
  delivery,
  extensions,
  features,
  identifiers,
  invoiceLifetime,
  keptSeconds,
  operationFeatures,
  paidBeforeCreation,
  rateLimits,
  scopes,
  statusFeatures,
  urlRules,
} from './facts.ts';
export { lifecycleEvents, transitions } from './lifecycle.ts';
export { operationScopes, operationTable, requiredHeaders } from './operations.ts';
export { problems } from './problems.ts';
export { eventStatuses, finalStatuses, initialStatus, invoiceFields, statuses } from './statuses.ts';
export type { components, operations, paths } from './types.ts';

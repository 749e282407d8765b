export {
  bodyLimit,
  delivery,
  eventStatuses,
  features,
  finalStatuses,
  identifiers,
  initialStatus,
  invoiceLifetime,
  keptSeconds,
  lifecycleEvents,
  operationScopes,
  paidBeforeCreation,
  problems,
  rateLimits,
  scopes,
  statuses,
  transitions,
  urlRules,
} from '@payment-invoice/generated';
export type { AdmissionRequest, Admit, ApiOptions, Asker, Authenticate } from './api/api-options.ts';
export { type Api, createApi } from './api/create-api.ts';
export type {
  ExaminerInput,
  Handler,
  HandlerInput,
  HandlerResponse,
  Handlers,
  PathParameters,
  PaymentInvoice,
  QueryParameters,
  RequestBody,
  RequestHeaders,
} from './api/handlers.ts';
export type { OperationId, Scope } from './contract/load-contract.ts';
export { loadContract, type ProblemEntry } from './contract/load-contract.ts';
export { createHttpServer, defaultTimes, type HttpServerOptions, type HttpTimes } from './node/create-http-server.ts';
export { type ProblemCode, ProblemError, type ProblemItem } from './problems/problem-error.ts';
export type { ApiRequest, ApiResponse, ResponseHeaders } from './request/api-messages.ts';
export { pathOf } from './request/find-path.ts';
export { invalidToken, readBearerToken } from './request/read-credentials.ts';
export { readJsonBody } from './request/read-json-body.ts';
export type { ResponseValidation, UndeclaredProperties } from './response/check-response.ts';
export { commonHeaders, createProblemResponse, internalError, type ProblemPlace } from './response/create-problem-response.ts';
export { UndocumentedResponseError } from './response/undocumented-response-error.ts';

export { answerProblem, commonHeaders, internalError, type ProblemPlace } from './answer-problem.ts';
export type { ApiAnswer, ApiRequest } from './api-exchange.ts';
export type { AnswerValidation } from './check-answer.ts';
export { type Api, type ApiOptions, createApi } from './create-api.ts';
export type { Admit, Asker, Authenticate } from './guard.ts';
export type {
  Answer,
  ExaminerInput,
  Handler,
  HandlerInput,
  Handlers,
  OperationId,
  PaymentInvoice,
  RequestBody,
  RequestHeaders,
} from './handlers.ts';
export { createHttpServer, defaultTimes as DEFAULT_TIMES, type HttpServerOptions, type HttpTimes } from './http-server.ts';
export { loadContract, type ProblemEntry } from './load-contract.ts';
export { type ProblemCode, ProblemError, type ProblemItem } from './problem-error.ts';
export { invalidToken, readBearerToken } from './read-bearer-token.ts';
export { readJsonBody } from './read-json-body.ts';
export { UndocumentedAnswerError } from './undocumented-answer-error.ts';

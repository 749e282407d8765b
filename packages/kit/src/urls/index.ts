export {
  type CallbackPolicy,
  findCallbackUrlViolation,
  findReturnUrlViolation,
  isGlobalAddress,
  isLoopbackAddress,
  isLoopbackHost,
  targetOf,
  type UrlViolation,
} from './find-callback-url-violation.ts';

export {
  type CallbackPolicy,
  findCallbackUrlViolation,
  findReturnUrlViolation,
  isLoopbackHost,
  targetOf,
  type UrlViolation,
} from './find-callback-url-violation.ts';
export { isGlobalAddress, isLoopbackAddress } from './is-global-address.ts';

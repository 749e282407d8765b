export { type Counted, type Counter, countBy, countInMemory, type MakeCounter } from './counter.ts';
export { keyOfAddress } from './key-of-address.ts';
export { createLimiter, type Limiter } from './limiter.ts';
export {
  contractLimits,
  limitNames,
  limitTable,
  makeLimits,
  noLimits,
  type RateLimit,
  type RateLimitName,
  type RateLimits,
} from './rate-limits.ts';

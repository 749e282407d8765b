export { type Counted, type Counter, countBy, countInMemory, type MakeCounter } from './counter.ts';
export { keyOfAddress } from './key-of-address.ts';
export {
  contractLimits,
  createLimiter,
  type Limiter,
  limitNames,
  limitTable,
  makeLimits,
  noLimits,
  type RateLimit,
  type RateLimitName,
  type RateLimits,
} from './rate-limits.ts';

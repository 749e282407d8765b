export { type Counted, type Counter, countBy, countInMemory, type MakeCounter } from './counter.ts';
export {
  contractLimits,
  createLimiter,
  keyOfAddress,
  type Limiter,
  limitNames,
  limitTable,
  makeLimits,
  noLimits,
  type RateLimit,
  type RateLimitName,
  type RateLimits,
} from './rate-limits.ts';

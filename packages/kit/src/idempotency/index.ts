export type { Creation, IdempotencyClaim } from './claim.ts';
export { fingerprint, readIdempotencyKey } from './fingerprint.ts';
export { keyLifetime } from './key-lifetime.ts';

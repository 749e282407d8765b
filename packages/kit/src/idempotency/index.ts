export { fingerprint, readIdempotencyKey } from './fingerprint.ts';
export { keyLifetime } from './key-lifetime.ts';

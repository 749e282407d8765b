export { type Creation, fingerprint, type IdempotencyClaim, keyLifetime, readIdempotencyKey } from './idempotency-key.ts';

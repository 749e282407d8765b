export { createHttpVerifier, type VerifierService } from './http-verifier.ts';
export { createJwsVerifier, receiptAlgorithm, receiptType } from './jws-verifier.ts';
export { followKeySet, KeySetError, loadKeySet, sandboxKey } from './load-key-set.ts';
export { claimsOfReceipt, type ReceiptParties, receiptOfClaims } from './receipt-claims.ts';
export { isPaymentStatus } from './receipt-fields.ts';
export type { ReceiptVerifier, VerifyOptions } from './receipt-verifier.ts';
export { makeTestIssuer, type ReceiptIssuer, signAgain, signReceipt } from './sign-receipt.ts';
export { verifierTime, verifyInTime } from './verify-in-time.ts';

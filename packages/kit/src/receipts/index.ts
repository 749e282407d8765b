export { createHttpVerifier, type VerifierService } from './http-verifier.ts';
export {
  createJwsVerifier,
  makeTestIssuer,
  type ReceiptIssuer,
  receiptAlgorithm,
  receiptType,
  signAgain,
  signReceipt,
} from './jws-receipt.ts';
export { followKeySet, KeySetError, loadKeySet, sandboxKey } from './load-key-set.ts';
export { claimsOfReceipt, isPaymentStatus, type ReceiptParties, receiptOfClaims } from './receipt-claims.ts';
export { type ReceiptVerifier, type VerifyOptions, verifierTime, verifyInTime } from './receipt-verifier.ts';

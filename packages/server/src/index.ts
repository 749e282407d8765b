export type { Verdict } from './engine/receipt.ts';
export type { ReceiptVerifier } from './receipts/receipt-verifier.ts';
export { StartError } from './start-error.ts';
export { type RunningServer, type ServerSettings, startServer } from './start-server.ts';

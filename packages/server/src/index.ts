export type { Verdict } from './engine/receipt.ts';
export { onStopSignal } from './on-stop-signal.ts';
export type { ReceiptVerifier } from './receipts/receipt-verifier.ts';
export type { ReceiptSource, ServerMode, ServerSettings } from './settings/server-settings.ts';
export { StartError } from './start-error.ts';
export { type RunningSandbox, startSandbox } from './start-sandbox.ts';
export { type RunningServer, type ServerParts, startServer } from './start-server.ts';

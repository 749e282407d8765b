export type { Verdict } from '@payment-invoice/kit/lifecycle';
export type { ReceiptVerifier } from '@payment-invoice/kit/receipts';
export { onStopSignal } from './commands/launch.ts';
export { StartError } from './errors/start-error.ts';
export type { ReceiptSource, ServerMode, ServerSettings } from './settings/server-settings.ts';
export type { ServerOverrides } from './start/make-parts.ts';
export { type RunningSandbox, type RunningServer, startSandbox, startServer } from './start/start-server.ts';

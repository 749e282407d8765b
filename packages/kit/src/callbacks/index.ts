export { type AttemptTools, type ChangedEndpoint, type FinishedAttempt, findChangedEndpoints } from './attempt-delivery.ts';
export {
  createOpenSecrets,
  makeSecret,
  type OpenSecrets,
  openSecret,
  type SealedSecret,
  type SecretStore,
  sealSecret,
  secretOverlap,
} from './callback-secret.ts';
export type {
  AttemptResult,
  CallbackAttempt,
  CallbackQueue,
  CallbackSender,
  QueuedCallback,
  QueueResult,
} from './callback-sender.ts';
export { createCallbackQueue, type DeliveryLimits } from './create-callback-queue.ts';
export { createHttpSender, type SenderSettings } from './create-http-sender.ts';
export { decideDelivery, readHttpDate, readRetryAfter, retryDelays } from './decide-delivery.ts';
export { createEventDescriber, type DescribeEvent, type OutboxEvent } from './describe-event.ts';
export {
  type AttemptRecord,
  type ClaimedEvent,
  type DeliveryDecision,
  type EndpointChange,
  type EndpointHealth,
  eventLifetimes,
  type HostDue,
  type HostShare,
  longestRest,
  type Outbox,
} from './outbox.ts';
export { type CallbackParts, startCallbacks } from './start-callbacks.ts';
export { type Dispatcher, type DispatcherSettings, startDispatcher } from './start-dispatcher.ts';
export { startWorkerSender } from './start-worker-sender.ts';

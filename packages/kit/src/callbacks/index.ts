export type { AttemptTools, FinishedAttempt } from './attempt-delivery.ts';
export { makeSecret, openSecret, sealSecret, secretOverlap } from './callback-secret.ts';
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
export { decideDelivery, retryDelays } from './decide-delivery.ts';
export { createEventDescriber, type DescribeEvent, type OutboxEvent } from './describe-event.ts';
export { type EndpointChange, type EndpointHealth, longestRest } from './endpoint-health.ts';
export { type ChangedEndpoint, findChangedEndpoints } from './judge-endpoint.ts';
export { createOpenSecrets, type OpenSecrets, type SealedSecret, type SecretStore } from './open-secrets.ts';
export {
  type AttemptRecord,
  type ClaimedEvent,
  type DeliveryDecision,
  eventLifetimes,
  type HostDue,
  type HostShare,
  type Outbox,
} from './outbox.ts';
export { readHttpDate, readRetryAfter } from './read-retry-after.ts';
export { type CallbackParts, startCallbacks } from './start-callbacks.ts';
export { type Dispatcher, type DispatcherSettings, startDispatcher } from './start-dispatcher.ts';
export { startWorkerSender } from './start-worker-sender.ts';

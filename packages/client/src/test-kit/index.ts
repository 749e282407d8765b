/** Tools for tests of code that takes payments: a service in the test's process, builders, a manual clock, a real sandbox. */

export { buildEvent, buildInvoice, type TestEvent } from './build-invoice.ts';
export type { FakePayment } from './fake-ledger.ts';
export {
  createFakeClient,
  type FakeClient,
  type FakeService,
  type HandClock,
  type HandClockOptions,
  makeFakeService,
  makeHandClock,
  type SeenRequest,
} from './fake-service.ts';
export { buildError, type ProblemOptions, respondWith, type ScriptedResponse } from './respond-with.ts';
export { type SignedEvent, type SignOptions, signTestEvent } from './sign-test-event.ts';
export { type Sandbox, type SandboxOptions, startSandbox } from './start-sandbox.ts';

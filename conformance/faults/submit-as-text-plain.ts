import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** Submit answers with Content-Type text/plain. */
export const submitAsTextPlain: Fault = {
  id: 'submit-as-text-plain',
  title: 'Submit answers with Content-Type text/plain',
  breaks: 'submit-answers-json',
  start: (options) =>
    startBaseServer(
      { contentType: (call) => (call.operation === 'submitReceipt' ? 'text/plain' : lawful.contentType(call)) },
      options,
    ),
};

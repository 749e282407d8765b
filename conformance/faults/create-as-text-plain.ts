import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** Create answers with Content-Type text/plain. */
export const createAsTextPlain: Fault = {
  id: 'create-as-text-plain',
  title: 'Create answers with Content-Type text/plain',
  breaks: 'create-answers-json',
  start: (options) =>
    startBaseServer(
      { contentType: (call) => (call.operation === 'createPayment' ? 'text/plain' : lawful.contentType(call)) },
      options,
    ),
};

import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** Fetch answers with Content-Type text/plain. */
export const fetchAsTextPlain: Fault = {
  id: 'fetch-as-text-plain',
  title: 'Fetch answers with Content-Type text/plain',
  breaks: 'fetch-answers-json',
  start: (options) =>
    startBaseServer(
      { contentType: (call) => (call.operation === 'fetchPayment' ? 'text/plain' : lawful.contentType(call)) },
      options,
    ),
};

import type { Check, Finding } from '../evidence.ts';
import { callsOf } from './read-calls.ts';

const invariant = 'a response is 200, 4xx or 503, never another 5xx';

/** Finds responses that are a server's own mistake. */
export const never500: Check = ({ lines }) =>
  callsOf(lines)
    .filter(({ status }) => status !== null && status !== 200 && status !== 503 && (status < 400 || status > 499))
    .map(
      (call): Finding => ({
        invariant,
        sentence: `Server ${call.server} answered a ${call.operation} with ${call.status}.`,
        proof: [call],
      }),
    );

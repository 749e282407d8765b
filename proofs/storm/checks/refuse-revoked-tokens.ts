import type { Check, Finding } from '../evidence.ts';
import { callsOf } from './read-calls.ts';

const invariant = 'a revoked token is refused at every server once its revocation is answered';

/** Finds requests that were let in with a token that was revoked before they began. */
export const refuseRevokedTokens: Check = ({ lines }) => {
  const calls = callsOf(lines);
  return lines
    .filter((line) => line.kind === 'revocation')
    .flatMap((revocation) =>
      calls
        .filter(({ token, start, status }) => token === revocation.token && start > revocation.end && isLetIn(status))
        .map((call): Finding => {
          const late = Math.round(call.start - revocation.end);
          const sentence = `Server ${call.server} let in the token ${call.token} ${late} ms after its revocation was answered.`;
          return { invariant, sentence, proof: [revocation, call] };
        }),
    );
};

function isLetIn(status: number | null): boolean {
  return status !== null && ![401, 429, 503].includes(status);
}

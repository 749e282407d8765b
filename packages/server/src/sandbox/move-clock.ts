import {
  type ApiResponse,
  type ApiRequest,
  commonHeaders,
  invalidToken,
  ProblemError,
  type ProblemItem,
  readBearerToken,
  readJsonBody,
} from '@payment-invoice/stubs';
import type { Services } from '../services.ts';
import type { Sweeper } from '../sweeper.ts';
import { readMembers } from './read-members.ts';
import type { SandboxClock } from './sandbox-clock.ts';

/** The longest step, in seconds: a year. */
const longest = 31_536_000;

/**
 * Moves the sandbox's clock forward, for all of its accounts, and applies what is due then. Answers with the new time.
 * @throws ProblemError as an operation would
 */
export async function moveClock(
  request: ApiRequest,
  { guard }: Services,
  clock: SandboxClock,
  sweeper: Sweeper,
): Promise<ApiResponse> {
  if (!(await guard.authenticate(readBearerToken(request), request))) throw invalidToken();
  const seconds = readSeconds(await readJsonBody(request));
  if (!clock.advance(seconds * 1000)) {
    throw refuse([{ pointer: '/advanceSeconds', code: 'pattern', detail: 'The clock is ten years ahead; restart the sandbox.' }]);
  }
  await sweeper.sweep();
  return {
    status: 200,
    headers: { ...commonHeaders(request.requestId), 'Content-Type': 'application/json' },
    body: { now: new Date(clock.now()).toISOString() },
  };
}

function readSeconds(body: Readonly<Record<string, unknown>>): number {
  const { advanceSeconds } = readMembers(body, {
    advanceSeconds: {
      required: true,
      type: 'number',
      isRight: (value: number) => Number.isInteger(value) && value >= 0 && value <= longest,
      must: `a whole number from 0 to ${longest}`,
    },
  });
  return advanceSeconds as number;
}

function refuse(errors: readonly ProblemItem[]): ProblemError {
  return new ProblemError('validation_failed', 'Members of the body are not what they must be: `errors` names each.', {
    errors,
  });
}

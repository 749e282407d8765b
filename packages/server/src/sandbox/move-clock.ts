import {
  type ApiAnswer,
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
import type { SandboxClock } from './sandbox-clock.ts';

/** The longest step, in seconds: a year. */
const LONGEST = 31_536_000;

/**
 * Moves the sandbox's clock forward, for all of its accounts, and applies what is due then. Answers with the new time.
 * @throws ProblemError as an operation would
 */
export async function moveClock(
  request: ApiRequest,
  { guard }: Services,
  clock: SandboxClock,
  sweeper: Sweeper,
): Promise<ApiAnswer> {
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
  const { advanceSeconds, ...others } = body;
  const errors: ProblemItem[] = Object.keys(others).map((name) => ({
    pointer: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    code: 'unknown_property',
    detail: 'There is no such member.',
  }));
  const add = (code: ProblemItem['code'], detail: string) => errors.push({ pointer: '/advanceSeconds', code, detail });
  if (advanceSeconds === undefined) add('required', 'advanceSeconds is missing.');
  else if (typeof advanceSeconds !== 'number') add('type', 'advanceSeconds must be a number.');
  else if (!(Number.isInteger(advanceSeconds) && advanceSeconds >= 0 && advanceSeconds <= LONGEST)) {
    add('pattern', `advanceSeconds must be a whole number from 0 to ${LONGEST}.`);
  }
  if (errors.length > 0) throw refuse(errors);
  return advanceSeconds as number;
}

function refuse(errors: readonly ProblemItem[]): ProblemError {
  return new ProblemError('validation_failed', 'Members of the body are not what they must be: `errors` names each.', {
    errors,
  });
}

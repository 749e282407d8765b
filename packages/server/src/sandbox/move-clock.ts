import type { Sweeper } from '@payment-invoice/kit/invoices';
import type { JsonObject } from './act-on-json.ts';
import { readFields, refuseFields } from './read-fields.ts';
import type { SandboxClock } from './sandbox-clock.ts';

/** The largest step by which the clock can be moved, in seconds: a year. */
const longest = 31_536_000;

/**
 * Moves the sandbox's clock forward for all accounts, applies what has become due, and returns the new time: `POST
 * /sandbox/clock`.
 * @throws ProblemError validation_failed
 */
export async function moveClock(body: JsonObject, clock: SandboxClock, sweeper: Sweeper): Promise<{ now: string }> {
  const { advanceSeconds } = readFields(body, {
    advanceSeconds: {
      required: true,
      type: 'number',
      isRight: (value: number) => Number.isInteger(value) && value >= 0 && value <= longest,
      must: `a whole number from 0 to ${longest}`,
    },
  });
  if (!(await clock.advance((advanceSeconds as number) * 1000))) {
    const detail = 'The clock is ten years ahead; restart the sandbox.';
    throw refuseFields([{ pointer: '/advanceSeconds', code: 'pattern', detail }]);
  }
  await sweeper.sweep();
  return { now: new Date(clock.now()).toISOString() };
}

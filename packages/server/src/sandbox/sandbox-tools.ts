import type { Sweeper } from '@payment-invoice/kit/invoices';
import type { Principal } from '@payment-invoice/kit/tokens';
import { giveSecret } from '../callbacks/callback-key.ts';
import type { Services } from '../handlers/services.ts';
import type { Part } from '../store/store.ts';
import { flag, type JsonObject, readFields, refuseFields, secondsFrom } from './act-on-json.ts';
import type { SandboxClock, SandboxSwitches } from './sandbox-state.ts';

/** Moves the sandbox's clock for all accounts, expires due invoices, and returns the new time: `POST /sandbox/clock`. */
export async function moveClock(body: JsonObject, clock: SandboxClock, sweeper: Sweeper): Promise<{ now: string }> {
  const { advanceSeconds } = readFields(body, { advanceSeconds: { ...secondsFrom(0), required: true } });
  if (!(await clock.advance((advanceSeconds as number) * 1000))) {
    const detail = 'The clock is ten years ahead; restart the sandbox.';
    throw refuseFields([{ pointer: '/advanceSeconds', code: 'pattern', detail }]);
  }
  await sweeper.sweep();
  return { now: new Date(clock.now()).toISOString() };
}

/** Turns the contract's rate limits on or off for the token's account: `POST /sandbox/rate-limits`, `{"on": true}`. */
export async function turnRateLimits(body: JsonObject, { accountId }: Principal, switches: SandboxSwitches) {
  const { on } = readFields(body, { on: { ...flag, required: true } });
  await switches.limitRates(accountId, on as boolean);
  return { on };
}

const isPart = (name: string) => name === 'verifier' || name === 'store';

/** Starts an outage of a part, or ends it: `POST /sandbox/outage`, `{"part": "verifier", "on": true}`. */
export async function turnOutage(body: JsonObject, switches: SandboxSwitches) {
  const { part, on } = readFields(body, {
    part: { required: true, type: 'string', isRight: isPart, must: 'verifier or store' },
    on: { ...flag, required: true },
  });
  await switches.takeAway(part as Part, on as boolean);
  return { part, on };
}

/** Makes a new callback secret for the account: `POST /sandbox/callback-secret`. */
export async function renewSecret(
  body: JsonObject,
  { accountId }: Principal,
  { store, now, randomBytes }: Services,
  key: Buffer,
): Promise<{ callbackSecret: string }> {
  readFields(body, {});
  return { callbackSecret: await giveSecret(store, accountId, key, now(), randomBytes) };
}

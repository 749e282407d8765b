import type { Principal } from '@payment-invoice/kit/tokens';
import type { Part } from '../store/shared-store.ts';
import type { JsonObject } from './act-on-json.ts';
import { readFields } from './read-fields.ts';
import type { SandboxSwitches } from './sandbox-switches.ts';

/** Turns the contract's limits on or off for the token's account: `POST /sandbox/rate-limits`, `{"on": true}`. */
export async function turnRateLimits(body: JsonObject, { accountId }: Principal, switches: SandboxSwitches) {
  const { on } = readFields(body, { on: { required: true, type: 'boolean', must: 'true or false' } });
  await switches.limitRates(accountId, on as boolean);
  return { on };
}

/** Makes a part unavailable or available again: `POST /sandbox/outage`, `{"part": "verifier", "on": true}`. */
export async function turnOutage(body: JsonObject, switches: SandboxSwitches) {
  const { part, on } = readFields(body, {
    part: {
      required: true,
      type: 'string',
      isRight: (name: string) => name === 'verifier' || name === 'store',
      must: 'verifier or store',
    },
    on: { required: true, type: 'boolean', must: 'true or false' },
  });
  await switches.takeAway(part as Part, on as boolean);
  return { part, on };
}

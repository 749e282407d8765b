import type { Principal } from '../tokens/authenticate.ts';
import { readMembers } from './read-fields.ts';
import type { Part, SandboxSwitches } from './sandbox-switches.ts';

/** `POST /sandbox/rate-limits`, `{"on": true}`: the contract's limits for the account of the token. */
export function turnRateLimits(body: Readonly<Record<string, unknown>>, { accountId }: Principal, switches: SandboxSwitches) {
  const { on } = readMembers(body, { on: { required: true, type: 'boolean', must: 'true or false' } });
  switches.limitRates(accountId, on as boolean);
  return { on };
}

/** `POST /sandbox/outage`, `{"part": "verifier", "on": true}`: the part is away, or back. */
export function turnOutage(body: Readonly<Record<string, unknown>>, switches: SandboxSwitches) {
  const { part, on } = readMembers(body, {
    part: {
      required: true,
      type: 'string',
      isRight: (name: string) => name === 'verifier' || name === 'store',
      must: 'verifier or store',
    },
    on: { required: true, type: 'boolean', must: 'true or false' },
  });
  switches.takeAway(part as Part, on as boolean);
  return { part, on };
}

import {
  type ApiResponse,
  type ApiRequest,
  commonHeaders,
  invalidToken,
  readBearerToken,
  readJsonBody,
} from '@payment-invoice/stubs';
import { sendResponse, toApiRequest } from '@payment-invoice/stubs/koa';
import type { Middleware } from 'koa';
import { giveSecret } from '../callbacks/give-secret.ts';
import type { Guard } from '../rates/create-guard.ts';
import type { Services } from '../services.ts';
import type { Sweeper } from '../sweeper.ts';
import type { Principal } from '../tokens/authenticate.ts';
import { type Answer, route } from '../web/route.ts';
import { mintSandboxToken } from './mint-token.ts';
import { moveClock } from './move-clock.ts';
import { payInvoice } from './pay-invoice.ts';
import { readMembers } from './read-members.ts';
import type { SandboxClock } from './sandbox-clock.ts';
import type { SandboxIdentity } from './sandbox-file.ts';
import type { SandboxSwitches } from './sandbox-switches.ts';
import { turnOutage, turnRateLimits } from './turn-switches.ts';

/** What only a sandbox has. */
export interface Sandbox {
  identity: SandboxIdentity;
  clock: SandboxClock;
  switches: SandboxSwitches;
  /** Lets in whatever the switches say: or what is off could not be turned on again. */
  guard: Guard;
  /** Seals callback secrets. */
  callbackKey: Buffer;
}

type Act = (body: Readonly<Record<string, unknown>>, principal: Principal) => Promise<object> | object;

/** The paths of the sandbox, which are not in the contract; each wants a token. */
export function serveSandbox(services: Services, sandbox: Sandbox, sweeper: Sweeper): Middleware {
  const { identity, clock, switches, guard, callbackKey } = sandbox;
  const serve = (path: RegExp, answer: (request: ApiRequest) => Promise<ApiResponse>) => {
    const send: Answer = async (ctx) => sendResponse(ctx, await answer(toApiRequest(ctx)));
    return route('POST', path, send);
  };
  const act = (path: RegExp, does: Act) =>
    serve(path, async (request) => {
      const principal = await guard.authenticate(readBearerToken(request), request);
      if (!principal) throw invalidToken();
      const body = await does(await readJsonBody(request), principal);
      return { status: 200, headers: { ...commonHeaders(request.requestId), 'Content-Type': 'application/json' }, body };
    });
  const paths = [
    serve(/^\/sandbox\/payments$/, (request) => payInvoice(request, services, identity)),
    serve(/^\/sandbox\/clock$/, (request) => moveClock(request, { ...services, guard }, clock, sweeper)),
    act(/^\/sandbox\/tokens$/, (body, principal) => mintSandboxToken(body, principal, services)),
    act(/^\/sandbox\/rate-limits$/, (body, principal) => turnRateLimits(body, principal, switches)),
    act(/^\/sandbox\/outage$/, (body) => turnOutage(body, switches)),
    act(/^\/sandbox\/callback-secret$/, async (body, { accountId }) => {
      readMembers(body, {});
      const { store, now, randomBytes } = services;
      return { callbackSecret: await giveSecret(store, accountId, callbackKey, now(), randomBytes) };
    }),
  ];
  return paths.reduceRight<Middleware>(
    (after, path) => (ctx, next) => path(ctx, () => after(ctx, next)),
    (_ctx, next) => next(),
  );
}

import { sendAnswer, toApiRequest } from '@payment-invoice/stubs/koa';
import type { Middleware } from 'koa';
import type { Services } from '../services.ts';
import type { Sweeper } from '../sweeper.ts';
import { route } from '../web/route.ts';
import { moveClock } from './move-clock.ts';
import { payInvoice } from './pay-invoice.ts';
import type { SandboxClock } from './sandbox-clock.ts';
import type { SandboxIdentity } from './sandbox-file.ts';

/** What only a sandbox has. */
export interface Sandbox {
  readonly identity: SandboxIdentity;
  readonly clock: SandboxClock;
}

/** The paths of the sandbox, which are not in the contract: `POST /sandbox/payments` and `POST /sandbox/clock`. */
export function serveSandbox(services: Services, { identity, clock }: Sandbox, sweeper: Sweeper): Middleware {
  const pay = route('POST', /^\/sandbox\/payments$/, async (ctx) =>
    sendAnswer(ctx, await payInvoice(toApiRequest(ctx), services, identity)),
  );
  const move = route('POST', /^\/sandbox\/clock$/, async (ctx) =>
    sendAnswer(ctx, await moveClock(toApiRequest(ctx), services, clock, sweeper)),
  );
  return (ctx, next) => pay(ctx, () => move(ctx, next));
}

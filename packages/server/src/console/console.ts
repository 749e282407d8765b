import { hkdfSync } from 'node:crypto';
import { openSecret, sealSecret } from '@payment-invoice/kit/callbacks';
import type { RandomBytes } from '@payment-invoice/kit/ids';
import type { Guard } from '@payment-invoice/kit/tokens';
import type { Context } from 'koa';
import type { SandboxIdentity } from '../sandbox/sandbox-identity.ts';
import type { KnownState, SandboxClock, SandboxSwitches } from '../sandbox/sandbox-state.ts';
import { createJournal, type Journal } from './journal.ts';
import { createLiveConnections, type LiveConnections } from './live-connections.ts';

/** The services of a sandbox's console. */
export interface Console {
  journal: Journal;
  live: LiveConnections;
  sessions: Sessions;
}

/** Makes the services of a console. `wallClock` returns the real time, even if the sandbox's clock is moved. */
export function createConsole(identity: SandboxIdentity, wallClock: () => number, randomBytes: RandomBytes): Console {
  const journal = createJournal();
  return { journal, live: createLiveConnections(journal), sessions: createSessions(identity, wallClock, randomBytes) };
}

/** The services that only a sandbox has. */
export interface Sandbox {
  identity: SandboxIdentity;
  state: KnownState;
  clock: SandboxClock;
  switches: SandboxSwitches;
  /** Admits requests to the sandbox's own pages even while parts are switched off, so that users can switch them on again. */
  guard: Guard;
  callbackKey: Buffer;
  console: Console;
}

/** How long a session lasts after the last page was requested, in milliseconds. */
const lifetime = 60 * 60_000;

/** The purpose from which the session key is derived, so that data sealed for another purpose is not accepted as a session. */
const purpose = 'session of the console';

/** The sessions of the console. The server stores none: a session is a cookie that contains the account's sealed token. */
interface Sessions {
  /** Returns the token from a request's session cookie. Returns undefined if there is none, or if the session has expired. */
  read(ctx: Context): string | undefined;
  /** Starts or renews a session. `place` is the path and scheme of the console as browsers see them. */
  begin(ctx: Context, token: string, place: CookiePlace): void;
  end(ctx: Context, place: CookiePlace): void;
}

/** The path and scheme for which a browser sends the cookie. */
export interface CookiePlace {
  path: string;
  isSecure: boolean;
}

/** Makes the sessions of a sandbox. `wallClock` returns the real time, even if the sandbox's clock is moved. */
function createSessions(identity: SandboxIdentity, wallClock: () => number, randomBytes: RandomBytes): Sessions {
  let derived: Buffer | undefined;
  // The key is derived when it is first needed, which makes the start faster.
  const key = () => {
    derived ??= Buffer.from(hkdfSync('sha256', identity.callbackKey, '', purpose, 32));
    return derived;
  };
  // Browsers share cookies between all ports of a machine, so two sandboxes on one machine need cookies with different names.
  const name = `sandbox_console_${identity.keyId.replace(/\W/g, '').slice(-8)}`;
  // Does not use Koa's cookies: Koa refuses to set `Secure` if requests arrive without TLS, as behind a proxy that terminates it.
  const write = (ctx: Context, value: string, seconds: number, { path, isSecure }: CookiePlace) => {
    const attributes = `Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
    ctx.append('Set-Cookie', `${name}=${value}; ${attributes}`);
  };
  return {
    read: (ctx) => {
      const sealed = ctx.cookies.get(name) ?? '';
      if (sealed === '' || sealed.length > 512) return undefined;
      const [token, end] = openSecret(Buffer.from(sealed, 'base64url'), purpose, key())?.split(' ') ?? [];
      return Number(end) > wallClock() ? token : undefined;
    },
    begin: (ctx, token, place) => {
      const sealed = sealSecret(`${token} ${wallClock() + lifetime}`, purpose, key(), randomBytes);
      write(ctx, sealed.toString('base64url'), lifetime / 1000, place);
    },
    end: (ctx, place) => write(ctx, '', 0, place),
  };
}

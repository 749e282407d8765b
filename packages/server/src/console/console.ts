import { hkdfSync } from 'node:crypto';
import { openSecret, sealSecret } from '@payment-invoice/kit/callbacks';
import type { RandomBytes } from '@payment-invoice/kit/ids';
import type { Guard } from '@payment-invoice/kit/tokens';
import type { Context } from 'koa';
import type { SandboxIdentity } from '../sandbox/sandbox-identity.ts';
import type { KnownState, SandboxClock, SandboxSwitches } from '../sandbox/sandbox-state.ts';
import { createJournal, type Journal } from './journal.ts';
import { createLiveConnections, type LiveConnections } from './live-connections.ts';

/** The parts of a sandbox's console. */
export interface Console {
  journal: Journal;
  live: LiveConnections;
  sessions: Sessions;
}

/**
 * Makes the parts of a console.
 * @param wallClock returns the Unix time in milliseconds, and is not moved with the sandbox's clock
 */
export function createConsole(identity: SandboxIdentity, wallClock: () => number, randomBytes: RandomBytes): Console {
  const journal = createJournal();
  return { journal, live: createLiveConnections(journal), sessions: createSessions(identity, wallClock, randomBytes) };
}

/** The parts that only a sandbox has. */
export interface Sandbox {
  identity: SandboxIdentity;
  state: KnownState;
  clock: SandboxClock;
  switches: SandboxSwitches;
  /** Admits accounts to the sandbox's own pages even while parts are switched off, so that readers can switch them on again. */
  guard: Guard;
  /** The key that seals callback secrets. */
  callbackKey: Buffer;
  /** The console, which shows people what happened. */
  console: Console;
}

/** The time in milliseconds after the last page at which a session ends. */
const lifetime = 60 * 60_000;

/** The purpose of the sessions' key. It keeps data that was sealed for another purpose from passing as a session. */
const purpose = 'session of the console';

/**
 * The sessions of the console. A session is a cookie that contains the account's token, sealed. The server stores no sessions.
 */
interface Sessions {
  /** Returns the token of a request's session; undefined when there is no session, or it has expired. */
  read(ctx: Context): string | undefined;
  /**
   * Begins or renews a session.
   * @param place the console's path and scheme as browsers see them
   */
  begin(ctx: Context, token: string, place: CookiePlace): void;
  end(ctx: Context, place: CookiePlace): void;
}

/** The path and scheme for which a browser sends the cookie. */
export interface CookiePlace {
  path: string;
  isSecure: boolean;
}

/**
 * Makes the sessions of a sandbox.
 * @param wallClock returns the Unix time in milliseconds, and is not moved with the sandbox's clock
 */
function createSessions(identity: SandboxIdentity, wallClock: () => number, randomBytes: RandomBytes): Sessions {
  let derived: Buffer | undefined;
  // Derived when it is first used, so that the start is faster.
  const key = () => {
    derived ??= Buffer.from(hkdfSync('sha256', identity.callbackKey, '', purpose, 32));
    return derived;
  };
  // Browsers share cookies between ports, so two sandboxes on one machine need cookies with different names.
  const name = `sandbox_console_${identity.keyId.replace(/\W/g, '').slice(-8)}`;
  // Does not use Koa's cookies: behind a proxy that ends TLS, requests arrive without TLS, and Koa then refuses to set
  // `Secure`.
  const write = (ctx: Context, value: string, seconds: number, { path, isSecure }: CookiePlace) =>
    ctx.append(
      'Set-Cookie',
      `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`,
    );
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

import { hkdfSync } from 'node:crypto';
import { openSecret, sealSecret } from '@payment-invoice/kit/callbacks';
import type { RandomBytes } from '@payment-invoice/kit/ids';
import type { Context } from 'koa';
import type { SandboxIdentity } from '../sandbox/sandbox-identity.ts';

/** How many milliseconds after the last page a session ends. */
const lifetime = 60 * 60_000;

/** The purpose with which sessions are sealed, so that nothing else sealed with the same key passes for a session. */
const purpose = 'session of the console';

/** The sessions of the console. A session is a cookie with the account's sealed token, and the server stores nothing of it. */
export interface Sessions {
  /** Returns the token of a request's session; undefined when there is no session, or it has expired. */
  read(ctx: Context): string | undefined;
  /** Begins or renews a session. `place` is the console's path and scheme as browsers see them. */
  begin(ctx: Context, token: string, place: CookiePlace): void;
  end(ctx: Context, place: CookiePlace): void;
}

/** Where a browser sends the cookie. */
export interface CookiePlace {
  path: string;
  isSecure: boolean;
}

/** Makes the sessions of a sandbox. `wallClock` returns the Unix time in milliseconds, from a clock that nobody can move. */
export function createSessions(identity: SandboxIdentity, wallClock: () => number, randomBytes: RandomBytes): Sessions {
  let derived: Buffer | undefined;
  // Derived at its first use, so that the start is faster.
  const key = () => {
    derived ??= Buffer.from(hkdfSync('sha256', identity.callbackKey, '', purpose, 32));
    return derived;
  };
  // Browsers share cookies between ports, so two sandboxes on one machine need cookies with different names.
  const name = `sandbox_console_${identity.keyId.replace(/\W/g, '').slice(-8)}`;
  // Written without Koa's cookies, because a proxy may end TLS, and Koa refuses to set `Secure` on a connection that
  // arrives without TLS.
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

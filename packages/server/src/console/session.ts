import { hkdfSync } from 'node:crypto';
import { openSecret, sealSecret } from '@payment-invoice/kit/callbacks';
import type { RandomBytes } from '@payment-invoice/kit/ids';
import type { Context } from 'koa';
import type { SandboxIdentity } from '../sandbox/sandbox-identity.ts';

/** Milliseconds after the last page until a session ends. */
const lifetime = 60 * 60_000;

/** The name under which the key seals, so that nothing else it sealed is taken for a session. */
const purpose = 'session of the console';

/** The sessions of the console. A session is a cookie that holds the account's token, sealed: nothing of it is kept here. */
export interface Sessions {
  /** Reads the token of a request's session; undefined when there is none, or its time is over. */
  read(ctx: Context): string | undefined;
  /** Begins a session, or renews it. `place` is the path and the scheme of the console for those outside. */
  begin(ctx: Context, token: string, place: CookiePlace): void;
  end(ctx: Context, place: CookiePlace): void;
}

/** The place where a browser sends the cookie. */
export interface CookiePlace {
  path: string;
  isSecure: boolean;
}

/** Makes the sessions of a sandbox; `wallClock` in milliseconds since 1970, which nobody can move. */
export function createSessions(identity: SandboxIdentity, wallClock: () => number, randomBytes: RandomBytes): Sessions {
  let derived: Buffer | undefined;
  // Late, for the sake of the start.
  const key = () => {
    derived ??= Buffer.from(hkdfSync('sha256', identity.callbackKey, '', purpose, 32));
    return derived;
  };
  // Browsers share cookies between ports: two sandboxes on one machine must not end each other's sessions.
  const name = `sandbox_console_${identity.keyId.replace(/\W/g, '').slice(-8)}`;
  // By hand, because a proxy may end TLS: Koa refuses `Secure` on a connection that is plain here.
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

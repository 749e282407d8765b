import { everyFeature } from '../../servers/full/every-feature.ts';
import type { Memory, Token } from '../../servers/full/memory.ts';
import { actionOf, type Fields, fieldsOf, headerOf, type Message, type Reply, setHeader } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { full } from '../../servers/full/steps.ts';
import { compareAs, forgetKeyInRace } from '../changes/change-key.ts';
import { onReply, onRequest } from '../changes/change-step.ts';
import { tokenOf } from '../changes/find-in-memory.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Treats an Idempotency-Key as used after a request with this key has been refused with this status. */
const burntBy = (burning: number): FullChanges =>
  onReply(({ status }, message, { keys, now }) => {
    const key = headerOf(message, 'idempotency-key');
    if (status === burning && key !== undefined)
      keys.set(`merchant ${key}`, { body: '', response: {}, until: now() + 86_400_000 });
  });

/** Changes each response that is replayed for an Idempotency-Key. */
const onReplay = (change: (headers: Reply['headers'], key: string | undefined) => void): FullChanges =>
  onReply(({ headers }, message) => {
    if (headers['Idempotent-Replayed'] === 'true') change(headers, headerOf(message, 'idempotency-key'));
  });

/** Replays a stored create response to a request whose token should be refused, if `isLet` returns true for the token. */
const replaysTo = (isLet: (token: Token, memory: Memory) => boolean): FullChanges =>
  onRequest((message, memory) => {
    const token = tokenOf(message, memory);
    if (!token || !isLet(token, memory) || actionOf(message) !== 'create') return;
    if (!memory.keys.has(full.keyOf(token.account, headerOf(message, 'idempotency-key') ?? ''))) return;
    const right = [...memory.tokens].find(([, other]) => other.account === token.account && isRight(other, memory));
    if (right) setHeader(message, 'authorization', `Bearer ${right[0]}`);
  });

const isRight = ({ revoked, endsAt = Infinity, scopes }: Token, { now }: Memory): boolean =>
  !revoked && endsAt > now() && scopes.includes('invoices:write');

/** Servers whose idempotency keys work until two features or circumstances come together. */
export const togetherKeys: FaultTable = sharing({ features: everyFeature })({
  'callback-url-not-compared-when-changed': {
    title: 'Once an invoice has changed, its key replays with any callbackUrl',
    breaks: 'idempotency-other-body-refused/changed',
    fullSteps: onRequest((message, { keys, invoices }) => {
      const { callbackUrl, ...others } = fieldsOf(message) ?? {};
      const stored = keys.get(`merchant ${headerOf(message, 'idempotency-key')}`);
      if (callbackUrl === undefined || stored?.body !== full.fingerprint(others, message)) return;
      if (invoices.get(String((stored.response as Fields).id))?.shown.status !== 'PENDING')
        stored.body = full.fingerprint({ ...others, callbackUrl }, message);
    }),
  },
  'large-numbers-by-spelling': {
    title: 'Bodies whose amount is above a thousand are compared as they are written',
    breaks: 'idempotency-body-by-value/numbers',
    fullSteps: {
      fingerprint(body, message) {
        const [, digits = ''] = /"amount":\s*(\d[\d.]*)/.exec(message.text ?? '') ?? [];
        return `${full.fingerprint(body, message)} ${Number(digits) > 1000 ? digits : ''}`;
      },
    },
  },
  'uuid-keys-in-any-case': {
    title: 'Keys that are UUIDs are compared without case',
    breaks: 'idempotency-replays/whole-key',
    fullSteps: {
      keyOf: (account, key) => full.keyOf(account, /^[\da-f-]{36}$/i.test(key) ? key.toLowerCase() : key),
      fingerprint: (body) => full.fingerprint(body, {} as Message),
    },
  },
  'replay-prolongs-part-paid': {
    title: 'A replay gives a part-paid invoice a longer life',
    breaks: 'idempotency-replays/changes-nothing',
    fullSteps: onReply((reply, _message, { invoices }) => {
      if (reply.headers['Idempotent-Replayed'] === undefined) return;
      const shown = invoices.get((reply.body as { id: string }).id)?.shown;
      if (shown?.status === 'UNDER_PAID') shown.expiresAt = new Date(Date.parse(String(shown.expiresAt)) + 5).toISOString();
    }),
  },
  'key-burnt-without-scope': {
    title: 'A create that is refused for its scope leaves its key used',
    breaks: 'idempotency-keeps-successes-only',
    fullSteps: burntBy(403),
  },
  'key-burnt-by-media-type': {
    title: 'A create that is refused for its media type leaves its key used',
    breaks: 'idempotency-keeps-successes-only',
    fullSteps: burntBy(415),
  },
  'key-burnt-by-url': {
    title: 'A create that is refused for its returnUrl leaves its key used',
    breaks: 'idempotency-keeps-successes-only/failed',
    fullSteps: onReply(({ status }, message, { keys, now }) => {
      const key = headerOf(message, 'idempotency-key');
      if (status === 422 && key !== undefined && String(fieldsOf(message)?.returnUrl).includes('@'))
        keys.set(`merchant ${key}`, { body: '', response: {}, until: now() + 86_400_000 });
    }),
  },
  'key-burnt-by-outage': {
    title: 'A create that is refused while the store is unavailable leaves its key used',
    breaks: 'idempotency-keeps-successes-only',
    fullSteps: burntBy(503),
  },
  'replay-with-its-request-id': {
    title: 'A replay has the request id of the first response',
    breaks: 'request-id-on-every-answer',
    fullSteps: () => {
      const ids = new Map<string, string>();
      return onReply(({ headers, status }, message) => {
        const key = headerOf(message, 'idempotency-key');
        if (key === undefined || status >= 300) return;
        if (headers['Idempotent-Replayed'] === 'true') headers['X-Request-Id'] = ids.get(key) ?? '';
        else ids.set(key, headers['X-Request-Id'] ?? '');
      });
    },
  },
  'replay-tells-no-limit': {
    title: 'A replay does not state the limit',
    breaks: 'rate-limit-is-told',
    fullSteps: onReplay((headers) => delete headers.RateLimit),
  },
  'replay-may-be-stored': {
    title: 'A replay has no Cache-Control',
    breaks: 'answers-not-stored',
    fullSteps: onReplay((headers) => delete headers['Cache-Control']),
  },
  'replay-as-text': {
    title: 'A replay is text',
    breaks: 'answers-are-json',
    fullSteps: onReplay((headers) => Object.assign(headers, { 'Content-Type': 'text/plain' })),
  },
  'key-forgotten-at-expiry': {
    title: 'The key of an invoice that has expired is new again',
    breaks: 'idempotency-replays',
    fullSteps: onRequest((_message, { keys, invoices }) => {
      for (const [name, { response }] of keys)
        if (invoices.get((response as { id: string }).id)?.shown.status === 'EXPIRED') keys.delete(name);
    }),
  },
  'hundred-keys-kept': {
    title: 'Only the last hundred keys are kept',
    breaks: 'idempotency-replays',
    fullSteps: onRequest((_message, { keys }) => {
      for (const name of [...keys.keys()].slice(0, -100)) keys.delete(name);
    }),
  },
  'other-account-may-change-body': {
    title: "The bodies of another account's creates with a key are not compared",
    breaks: 'idempotency-other-body-refused',
    fullSteps: () => {
      let isOther = false;
      return {
        keyOf(account, key) {
          isOther = account.name === 'other-merchant';
          return full.keyOf(account, key);
        },
        fingerprint: (body, message) => (isOther ? 'the same' : full.fingerprint(body, message)),
      };
    },
  },
  'expired-token-may-replay': {
    title: 'A token that has expired gets a stored response',
    breaks: 'token-revoked-at-once',
    fullSteps: replaysTo(({ endsAt = Infinity }, { now }) => endsAt <= now()),
  },
  'narrowed-token-may-replay': {
    title: 'A token whose scope was taken away gets a stored response',
    breaks: 'create-needs-scope',
    fullSteps: replaysTo(({ scopes }) => !scopes.includes('invoices:write')),
  },
  'keys-lost-with-the-store': {
    title: 'An outage of the store makes earlier keys unused',
    breaks: 'idempotency-replays',
    fullSteps: onRequest((_message, { down, keys }) => {
      if (down.has('store')) keys.clear();
    }),
  },
  'callback-url-compared-by-its-place': {
    title: 'Bodies whose callbackUrl has the default port or none count as the same',
    breaks: 'idempotency-other-body-refused',
    fullSteps: compareAs('callbackUrl', (value) => String(value).replace(':443/', '/')),
  },
  'bodies-cut-at-300': {
    title: 'Only 300 characters of a body are compared',
    breaks: 'idempotency-other-body-refused',
    fullSteps: { fingerprint: (body, message) => full.fingerprint(body, message).slice(0, 300) },
  },
  'refused-body-becomes-the-keys': {
    title: 'A body that was refused for its key becomes the one stored with the key',
    breaks: 'idempotency-replays/each-time',
    fullSteps: onReply(({ body }, message, { keys }) => {
      const key = headerOf(message, 'idempotency-key') ?? '';
      const stored = keys.get(`merchant ${key}`);
      const fields = fieldsOf(message);
      if (stored && fields && (body as Fields | undefined)?.code === 'idempotency_key_reused')
        stored.body = full.fingerprint(fields, message);
    }),
  },
  'quoted-keys-without-case': {
    title: 'Keys in double quotes are compared without case',
    breaks: 'idempotency-replays/whole-key',
    fullSteps: { keyOf: (account, key) => full.keyOf(account, key.startsWith('"') ? key.toLowerCase() : key) },
  },
  'hosts-compared-without-case': {
    title: 'Bodies whose returnUrl differs in the case of its host count as the same',
    breaks: 'idempotency-other-body-refused/near',
    fullSteps: compareAs('returnUrl', (url) => String(url).replace(/^https:..[^/:]*/i, (origin) => origin.toLowerCase())),
  },
  'key-ends-with-its-token': {
    title: 'A key is forgotten once the token that first sent it is revoked',
    breaks: 'idempotency-by-account/any-token',
    fullSteps: () => {
      const makers = new Map<string, Token>();
      return onRequest((message, memory) => {
        const token = tokenOf(message, memory);
        const key = headerOf(message, 'idempotency-key');
        if (!token || key === undefined) return;
        const name = full.keyOf(token.account, key);
        if (makers.get(name)?.revoked) memory.keys.delete(name);
        else if (!makers.has(name)) makers.set(name, token);
      });
    },
  },
  'keys-by-limited-token': {
    title: 'A token that lacks a scope has keys of its own',
    breaks: 'idempotency-by-account/any-token',
    fullSteps: onRequest((message, memory) => {
      const key = headerOf(message, 'idempotency-key');
      const isLimited = (tokenOf(message, memory)?.scopes.length ?? 3) < 3;
      if (isLimited && key !== undefined && /^[!#-~]{1,200}$/.test(key))
        setHeader(message, 'idempotency-key', `${key}${headerOf(message, 'authorization')?.slice(-12)}`);
    }),
  },
  'in-progress-by-token': {
    title: 'A key counts as in progress only for the token that sent it',
    breaks: 'idempotency-in-progress-refused',
    fullSteps: forgetKeyInRace((_bodies, tokens) => new Set(tokens).size > 1),
  },
  'slashes-behind-urls-no-body': {
    title: 'Bodies are compared without slashes at the end of their URLs',
    breaks: 'idempotency-other-body-refused/near',
    fullSteps: {
      fingerprint: ({ callbackUrl, returnUrl, ...body }, message) =>
        full.fingerprint(
          { ...body, callbackUrl: String(callbackUrl).replace(/\/$/, ''), returnUrl: String(returnUrl).replace(/\/$/, '') },
          message,
        ),
    },
  },
  'key-stuck-by-hang-up': {
    title: 'A create whose caller hangs up leaves its key in progress for ever',
    breaks: 'idempotency-keeps-successes-only/failed',
    fullSteps: () => {
      const stuck = new Set<string>();
      return {
        async request(message) {
          const key = headerOf(message, 'idempotency-key');
          if (key === undefined || stuck.has(key)) return;
          await new Promise((resolve) => setTimeout(resolve, 15));
          if (message.isCut()) stuck.add(key);
        },
        reply(reply, message) {
          if (!stuck.has(headerOf(message, 'idempotency-key') ?? '')) return;
          Object.assign(reply, { status: 409, body: { ...(reply.body as object), code: 'idempotency_in_progress' } });
        },
      };
    },
  },
});

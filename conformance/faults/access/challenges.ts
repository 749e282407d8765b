import { everyFeature } from '../../servers/full/every-feature.ts';
import type { Memory } from '../../servers/full/memory.ts';
import { editFields, headerOf, type Message, setHeader } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { changeHeader, changeProblem, respondInstead, sendHeader } from '../changes/change-response.ts';
import { onReply, onRequest } from '../changes/change-step.ts';
import { letIn } from '../changes/find-in-memory.ts';
import { alike, type FaultTable, sharing } from '../fault.ts';

/** If the Authorization header is missing, sets it to the token that `find` takes from another part of the request. */
function takeFrom(find: (message: Message, memory: Memory) => string | undefined): FullChanges {
  return onRequest((message, memory) => {
    if (headerOf(message, 'authorization') !== undefined) return;
    const token = find(message, memory);
    if (token !== undefined && memory.tokens.has(token)) setHeader(message, 'authorization', `Bearer ${token}`);
  });
}

/** Removes a field from the body and returns its value as a string. */
function takeField(message: Message, name: string): string | undefined {
  let found: unknown;
  editFields(message, (fields) => {
    found = fields[name];
    delete fields[name];
  });
  return found === undefined ? undefined : String(found);
}

/** Converts a form body to the equivalent JSON, and returns the token that the form contained. */
function readForm(message: Message): string | undefined {
  if (!headerOf(message, 'content-type')?.includes('form-urlencoded')) return undefined;
  const { access_token: token, amount, ...texts } = Object.fromEntries(new URLSearchParams(message.text));
  message.text = JSON.stringify({ ...texts, ...(amount !== undefined && { amount: Number(amount) }) });
  message.bytes = Buffer.byteLength(message.text);
  setHeader(message, 'content-type', 'application/json');
  return token;
}

/** Servers that look for the token in the wrong place, misread its header, or give the wrong reason for refusing it. */
export const accessChallenges: FaultTable = sharing({ breaks: 'token-in-header-only' })({
  'no-challenge': {
    title: 'A 401 has no WWW-Authenticate',
    breaks: 'no-token-is-401',
    fullSteps: sendHeader('WWW-Authenticate', undefined),
  },
  'no-token-403': {
    title: 'A request without a token is refused with 403',
    breaks: 'no-token-is-401',
    features: everyFeature,
    fullSteps: respondInstead('unauthenticated', 'insufficient_scope', 403),
  },
  ...sharing({ breaks: 'unknown-token-is-401' })({
    'one-challenge': {
      title: 'A wrong token gets the challenge for a missing one',
      fullSteps: changeProblem(
        (_problem, { headers }) => Object.assign(headers, { 'WWW-Authenticate': 'Bearer realm="payments"' }),
        'invalid_token',
      ),
    },
    'unknown-token-403': {
      title: 'An unknown token is refused with 403',
      features: everyFeature,
      fullSteps: respondInstead('invalid_token', 'insufficient_scope', 403),
    },
    'ended-token-is-none': {
      title: 'A revoked or expired token is refused as if there were none',
      features: everyFeature,
      fullSteps: onReply((reply, message, { tokens, now }) => {
        const token = tokens.get(headerOf(message, 'authorization')?.slice(7) ?? '');
        const isOver = token?.revoked || (token?.endsAt !== undefined && token.endsAt <= now());
        if (!isOver || reply.status !== 401) return;
        reply.headers['WWW-Authenticate'] = 'Bearer realm="payments"';
        Object.assign(reply.body as object, { code: 'unauthenticated' });
      }),
    },
    'bearer-alone-is-no-token': {
      title: 'Bearer without a token is refused as if the header were missing',
      features: everyFeature,
      fullSteps: onReply((reply, message) => {
        if (headerOf(message, 'authorization') !== 'Bearer' || reply.status !== 401) return;
        reply.headers['WWW-Authenticate'] = 'Bearer realm="payments"';
        Object.assign(reply.body as object, { code: 'unauthenticated' });
      }),
    },
  }),
  'two-tokens-401': {
    title: 'Two Authorization headers are refused with 401',
    breaks: 'authorization-twice-is-400',
    features: everyFeature,
    fullSteps: respondInstead('authorization_malformed', 'invalid_token', 401),
  },
  'two-tokens-taken': {
    title: 'The first of two Authorization headers counts',
    breaks: 'authorization-twice-is-400',
    fullSteps: onRequest((message) => {
      const [first] = message.headers.filter(([name]) => name === 'authorization');
      setHeader(message, 'authorization', first?.[1]);
    }),
  },
  'scheme-with-case': {
    title: 'The scheme is compared with case',
    breaks: 'token-scheme-any-case/scheme',
    fullSteps: onRequest((message) => {
      const value = headerOf(message, 'authorization') ?? '';
      if (/^bearer /i.test(value) && !value.startsWith('Bearer ')) setHeader(message, 'authorization', undefined);
    }),
  },
  'token-with-padding': {
    title: 'Padding behind a token is dropped',
    breaks: 'token-scheme-any-case/token',
    fullSteps: letIn((credentials, _message, memory) => memory.tokens.has(/^Bearer (\S+?)=+$/.exec(credentials)?.[1] ?? '')),
  },
  'token-in-query-as-header': {
    title: 'A token in the query string is accepted under the name of the header',
    fullSteps: letIn((_credentials, { query }, memory) =>
      memory.tokens.has(new URLSearchParams(query).get('authorization')?.replace(/^Bearer /, '') ?? ''),
    ),
  },
  'own-machine-let-in': {
    title: 'A request that says it comes from the machine itself needs no token',
    fullSteps: letIn((credentials, message) => credentials === '' && headerOf(message, 'x-forwarded-for') === '127.0.0.1'),
  },
  'token-in-query': {
    title: 'A token in the query string is accepted',
    fullSteps: letIn((_credentials, { query }, memory) =>
      memory.tokens.has(new URLSearchParams(query).get('access_token') ?? ''),
    ),
  },
  'token-in-query-second': {
    title: 'A token in the query string is accepted where the header has an unknown one',
    fullSteps: letIn(
      (credentials, { query }, memory) =>
        credentials.startsWith('Bearer ') && memory.tokens.has(new URLSearchParams(query).get('access_token') ?? ''),
    ),
  },
  'token-in-query-beside-password': {
    title: 'A token in the query string is accepted where the header has a password',
    fullSteps: letIn(
      (credentials, { query }, memory) =>
        credentials.startsWith('Basic ') && memory.tokens.has(new URLSearchParams(query).get('access_token') ?? ''),
    ),
  },
  'proxy-credentials-second': {
    title: 'Proxy-Authorization is read where Authorization has an unknown token',
    fullSteps: letIn(
      (credentials, message, memory) =>
        credentials.startsWith('Bearer ') &&
        memory.tokens.has((headerOf(message, 'proxy-authorization') ?? '').replace('Bearer ', '')),
    ),
  },
  'token-in-cookie': {
    title: 'A token in a cookie is accepted',
    fullSteps: letIn((_credentials, message, memory) =>
      memory.tokens.has(/(?:^|; )token=([^;]*)/.exec(headerOf(message, 'cookie') ?? '')?.[1] ?? ''),
    ),
  },
  'session-in-cookie': {
    title: 'A response to a token begins a session, whose cookie is accepted instead of a token',
    fullSteps: {
      ...sendHeader('Set-Cookie', 'session=s%3A1042; Path=/; HttpOnly'),
      ...letIn((credentials, message) => credentials === '' && headerOf(message, 'cookie') === 'session=s%3A1042'),
    },
  },
  'token-in-other-header': {
    title: 'A token in X-Api-Key is accepted',
    fullSteps: letIn((_credentials, message, memory) => memory.tokens.has(headerOf(message, 'x-api-key') ?? '')),
  },
  ...alike(takeFrom, {
    'token-in-x-auth-token': ['A token in X-Auth-Token is accepted', (message) => headerOf(message, 'x-auth-token')],
    'credentials-in-x-authorization': [
      'X-Authorization is read as Authorization',
      (message) => /^Bearer (\S+)$/.exec(headerOf(message, 'x-authorization') ?? '')?.[1],
    ],
    'token-in-body': ['A field `token` of the body counts as the token', (message) => takeField(message, 'token')],
    'access-token-in-body': [
      'A field `access_token` of the body counts as the token',
      (message) => takeField(message, 'access_token'),
    ],
    'authorization-in-body': [
      'A field `authorization` of the body counts as the header',
      (message) => takeField(message, 'authorization')?.replace(/^Bearer /, ''),
    ],
    'token-in-referer': [
      'A token in the Referer is accepted',
      (message) => /[?&]token=([^&]+)/.exec(headerOf(message, 'referer') ?? '')?.[1],
    ],
    'token-as-subprotocol': [
      'The subprotocol of a WebSocket counts as the token',
      (message) => headerOf(message, 'sec-websocket-protocol'),
    ],
    'token-in-form': ['A form with `access_token` is read (RFC 6750 §2.2)', readForm],
  }),
  'other-realm': {
    title: 'The realm is api',
    breaks: 'no-token-is-401',
    features: everyFeature,
    fullSteps: changeHeader('WWW-Authenticate', (value) => value.replace('payments', 'api')),
  },
});

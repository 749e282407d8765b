import { type CoreSteps, core } from '../../servers/core/steps.ts';
import type { Call, Operation } from '../../servers/core/store.ts';
import { everyFeature } from '../../servers/full/every-feature.ts';
import type { Memory } from '../../servers/full/memory.ts';
import { actionOf, headerOf, type Message, setHeader } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { changeProblem, respondInstead } from '../changes/change-response.ts';
import { giveToken } from '../changes/find-in-memory.ts';
import type { FaultTable } from '../fault.ts';

/** Gives a token to a request whose credentials are unknown and of this kind. */
function letIn(lets: (credentials: string, message: Message, memory: Memory) => boolean): FullChanges {
  return {
    request(message, memory) {
      const credentials = headerOf(message, 'authorization') ?? '';
      const isKnown = credentials.startsWith('Bearer ') && memory.tokens.has(credentials.slice(7));
      if (!isKnown && lets(credentials, message, memory)) giveToken(message, memory);
    },
  };
}

/** Lets in a request of one operation whose credentials are unknown and of this kind. */
function letInOnCore(operation: Operation, lets: (credentials: string | undefined) => boolean): Partial<CoreSteps> {
  return {
    authenticate: (call) =>
      core.authenticate(call) ?? (call.operation === operation && lets(call.authorization) ? 'merchant' : undefined),
  };
}

/** Finds the account of a token that stands as it is, or in the form that curl --user gives it. */
function accountOf({ store: { accounts } }: Call, token: string): string | undefined {
  return accounts.get(token) ?? accounts.get(Buffer.from(token, 'base64').toString().replace(/^:|:$/, ''));
}

/** Responds 401 and goes on all the same, like a handler that lacks a return. */
function goOnAfterRefusal(): FullChanges {
  const refused = new WeakSet<Message>();
  return {
    request(message, memory) {
      if (actionOf(message) !== 'submit' || headerOf(message, 'authorization') !== undefined) return;
      refused.add(message);
      giveToken(message, memory);
    },
    reply(reply, message) {
      if (refused.has(message)) Object.assign(reply, { status: 401, body: { message: 'Send a token that is known.' } });
    },
  };
}

/** Servers that let in a request without a known token, or refuse it in another way than the contract says. */
export const accessAuthentication: FaultTable = {
  'create-accepts-basic-scheme': {
    title: 'Create takes the token under the scheme Basic',
    breaks: 'create-requires-token',
    coreSteps: {
      authenticate(call) {
        const token = call.operation === 'createPayment' ? /^Basic (\S+)$/i.exec(call.authorization ?? '')?.[1] : undefined;
        return core.authenticate(call) ?? (token === undefined ? undefined : accountOf(call, token));
      },
    },
  },
  'create-without-authentication': {
    title: 'Create accepts requests without an Authorization header',
    breaks: 'create-requires-token',
    coreSteps: letInOnCore('createPayment', (credentials) => credentials === undefined),
  },
  'any-bearer-token': {
    title: 'Create takes any bearer token, an empty one too',
    breaks: 'create-requires-token',
    fullSteps: letIn((credentials, message) => /^Bearer\b/.test(credentials) && actionOf(message) === 'create'),
  },
  'no-scheme': {
    title: 'The token is taken without a scheme',
    breaks: 'create-requires-token',
    fullSteps: letIn((credentials, _message, memory) => memory.tokens.has(credentials)),
  },
  'token-end': {
    title: 'The end of a token is enough',
    breaks: 'create-requires-token',
    fullSteps: letIn((credentials, _message, memory) => {
      const given = credentials.replace(/^Bearer /, '');
      return given.length > 8 && [...memory.tokens.keys()].some((token) => token.endsWith(given));
    }),
  },
  'submit-any-bearer-token': {
    title: 'Submit takes any bearer token',
    breaks: 'submit-requires-token',
    fullSteps: letIn((credentials, message) => /^Bearer\b/.test(credentials) && actionOf(message) === 'submit'),
  },
  'any-scheme': {
    title: 'The token is taken under any scheme',
    breaks: 'submit-requires-token',
    fullSteps: letIn((credentials, _message, memory) => memory.tokens.has(credentials.replace(/^\w+ +/, ''))),
  },
  'token-as-user': {
    title: 'The token is taken as the user of Basic authentication',
    breaks: 'submit-requires-token',
    fullSteps: letIn((credentials, _message, memory) => {
      const [, user = ''] = /^Basic (.+)$/.exec(credentials) ?? [];
      return memory.tokens.has(Buffer.from(user, 'base64').toString('latin1').replace(/:$/, ''));
    }),
  },
  'token-with-more-behind': {
    title: 'What stands behind the token is not looked at',
    breaks: 'submit-requires-token',
    fullSteps: letIn((credentials, _message, memory) =>
      [...memory.tokens.keys()].some((token) => credentials.startsWith(`Bearer ${token}`)),
    ),
  },
  'submit-refused-and-counted': {
    title: 'A submit without a token is refused with 401, and its receipt is counted',
    breaks: 'submit-requires-token',
    fullSteps: goOnAfterRefusal,
  },
  // Shows only with a receipt that the server takes: any other is refused for the receipt.
  'submit-without-authentication': {
    title: 'Submit accepts requests without an Authorization header',
    breaks: 'submit-requires-token',
    coreSteps: letInOnCore('submitReceipt', (credentials) => credentials === undefined),
  },
  'fetch-any-credentials': {
    title: 'Fetch takes any Authorization header',
    breaks: 'fetch-requires-token',
    fullSteps: letIn((credentials, message) => credentials !== '' && actionOf(message) === 'fetch'),
  },
  'token-beginning': {
    title: 'The beginning of a token is enough',
    breaks: 'fetch-requires-token',
    fullSteps: letIn((credentials, _message, memory) => {
      const given = credentials.replace(/^Bearer /, '');
      return given.length > 8 && [...memory.tokens.keys()].some((token) => token.startsWith(given));
    }),
  },
  'fetch-accepts-any-token': {
    title: 'Fetch takes any bearer token',
    breaks: 'fetch-requires-token',
    coreSteps: letInOnCore('fetchPayment', (credentials) => /^Bearer ./.test(credentials ?? '')),
  },
  'fetch-without-authentication': {
    title: 'Fetch accepts requests without an Authorization header',
    breaks: 'fetch-requires-token',
    coreSteps: letInOnCore('fetchPayment', (credentials) => credentials === undefined),
  },
  'scheme-with-case': {
    title: 'The scheme is compared with case',
    breaks: 'token-scheme-any-case',
    fullSteps: {
      request(message) {
        const value = headerOf(message, 'authorization') ?? '';
        if (/^bearer /i.test(value) && !value.startsWith('Bearer ')) setHeader(message, 'authorization', undefined);
      },
    },
  },
  'token-in-query': {
    title: 'A token in the query string is taken',
    breaks: 'token-in-header-only',
    fullSteps: letIn((_credentials, { query }, memory) =>
      memory.tokens.has(new URLSearchParams(query).get('access_token') ?? ''),
    ),
  },
  'token-in-cookie': {
    title: 'A token in a cookie is taken',
    breaks: 'token-in-header-only',
    fullSteps: {
      request(message, memory) {
        const given = /(?:^|; )token=([^;]*)/.exec(headerOf(message, 'cookie') ?? '')?.[1];
        if (given !== undefined && memory.tokens.has(given)) giveToken(message, memory);
      },
    },
  },
  'token-in-other-header': {
    title: 'A token in X-Api-Key is taken',
    breaks: 'token-in-header-only',
    fullSteps: {
      request(message, memory) {
        if (memory.tokens.has(headerOf(message, 'x-api-key') ?? '')) giveToken(message, memory);
      },
    },
  },
  'no-challenge': {
    title: 'A 401 carries no WWW-Authenticate',
    breaks: 'no-token-is-401',
    fullSteps: changeProblem((_problem, { headers }) => delete headers['WWW-Authenticate']),
  },
  'no-token-403': {
    title: 'A request without a token is refused with 403',
    breaks: 'no-token-is-401',
    features: everyFeature,
    fullSteps: { reply: respondInstead('unauthenticated', 'insufficient_scope', 403) },
  },
  'one-challenge': {
    title: 'A wrong token gets the challenge of none',
    breaks: 'unknown-token-is-401',
    fullSteps: changeProblem(
      (_problem, { headers }) => Object.assign(headers, { 'WWW-Authenticate': 'Bearer realm="payments"' }),
      'invalid_token',
    ),
  },
  'unknown-token-403': {
    title: 'An unknown token is refused with 403',
    breaks: 'unknown-token-is-401',
    features: everyFeature,
    fullSteps: { reply: respondInstead('invalid_token', 'insufficient_scope', 403) },
  },
  'two-tokens-401': {
    title: 'Two Authorization headers are refused with 401',
    breaks: 'authorization-twice-is-400',
    features: everyFeature,
    fullSteps: { reply: respondInstead('authorization_malformed', 'invalid_token', 401) },
  },
  'two-tokens-taken': {
    title: 'Of two Authorization headers the first counts',
    breaks: 'authorization-twice-is-400',
    fullSteps: {
      request(message) {
        const [first] = message.headers.filter(([name]) => name === 'authorization');
        setHeader(message, 'authorization', first?.[1]);
      },
    },
  },
};

import { everyFeature } from '../../servers/full/every-feature.ts';
import type { Token } from '../../servers/full/memory.ts';
import { actionOf, headerOf } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { goOnAfter } from '../changes/change-lifecycle.ts';
import { respondInstead } from '../changes/change-response.ts';
import { onRequest } from '../changes/change-step.ts';
import { bearerOf, giveToken } from '../changes/find-in-memory.ts';
import type { FaultTable } from '../fault.ts';

/** Changes the scopes of the token in each request of this action. */
function changeScopes(action: string, change: (scopes: string[]) => string[]): FullChanges {
  return onRequest((message, { tokens }) => {
    const token = tokens.get(bearerOf(message));
    if (token && actionOf(message) === action) token.scopes = change(token.scopes);
  });
}

const giveEveryScope = (action: string): FullChanges =>
  changeScopes(action, (scopes) => [...scopes, 'invoices:write', 'receipts:write', 'invoices:read']);

/** Removes all scopes from a token unless it has all three scopes. */
const takeScopes = (action: string): FullChanges => changeScopes(action, (scopes) => (scopes.length < 3 ? [] : scopes));

/** Makes each token keep the scopes that it had at its first request for this action. */
const keepScopes = (action: string) => (): FullChanges => {
  const first = new Map<unknown, string[]>();
  return onRequest((message, { tokens }) => {
    const token = tokens.get(bearerOf(message));
    if (token === undefined || actionOf(message) !== action) return;
    token.scopes = first.get(token) ?? token.scopes;
    first.set(token, token.scopes);
  });
};

/** Servers that allow a token more or less than its scopes do. */
export const accessScopes: FaultTable = {
  'create-without-scope': {
    title: 'create needs no scope',
    breaks: 'create-needs-scope/lacking',
    fullSteps: giveEveryScope('create'),
  },
  'create-needs-every-scope': {
    title: 'create needs every scope there is',
    breaks: 'create-needs-scope/enough',
    fullSteps: takeScopes('create'),
  },
  'submit-without-scope': {
    title: 'submit needs no scope',
    breaks: 'submit-needs-scope/lacking',
    fullSteps: giveEveryScope('submit'),
  },
  'submit-needs-every-scope': {
    title: 'submit needs every scope there is',
    breaks: 'submit-needs-scope/enough',
    fullSteps: takeScopes('submit'),
  },
  'fetch-without-scope': {
    title: 'fetch needs no scope',
    breaks: 'fetch-needs-scope/lacking',
    fullSteps: giveEveryScope('fetch'),
  },
  'fetch-needs-every-scope': {
    title: 'fetch needs every scope there is',
    breaks: 'fetch-needs-scope/enough',
    fullSteps: takeScopes('fetch'),
  },
  'first-scope-only': {
    title: 'Only the first scope of a token counts',
    breaks: 'create-needs-scope/enough',
    fullSteps: onRequest((_message, memory) => {
      for (const token of memory.tokens.values()) if (token.scopes.length === 2) token.scopes = token.scopes.slice(0, 1);
    }),
  },
  'replay-without-scope': {
    title: 'A replay needs no scope',
    breaks: 'create-needs-scope/lacking',
    features: ['scopes', 'idempotency', 'ownership'],
    fullSteps: onRequest((message, memory) => {
      const key = headerOf(message, 'idempotency-key');
      if (key !== undefined && [...memory.keys.keys()].some((known) => known.endsWith(` ${key}`))) giveToken(message, memory);
    }),
  },
  'scopes-default-none': {
    title: 'A token minted without scopes may do nothing',
    breaks: 'token-scopes-default-all',
    fullSteps: onRequest((_message, memory) => {
      for (const token of [...memory.tokens.values()].slice(2)) if (token.scopes.length === 3) token.scopes = [];
    }),
  },
  'scope-401': {
    title: 'A missing scope is refused with 401',
    breaks: 'missing-scope-is-403',
    features: everyFeature,
    fullSteps: respondInstead('insufficient_scope', 'invalid_token', 401),
  },
  'scope-and-counted': {
    title: 'A submit without the scope is refused with 403, and its receipt is counted',
    breaks: 'submit-needs-scope',
    fullSteps: goOnAfter('insufficient_scope'),
  },
  'scopes-of-create-kept-in-memory': {
    title: 'A token that has created may still do so when the scope is taken away',
    breaks: 'create-needs-scope/taken-away',
    fullSteps: keepScopes('create'),
  },
  'scopes-of-submit-kept-in-memory': {
    title: 'A token that has submitted may still do so when the scope is taken away',
    breaks: 'submit-needs-scope/taken-away',
    features: everyFeature,
    fullSteps: keepScopes('submit'),
  },
  'scopes-of-fetch-kept-in-memory': {
    title: 'A token that has fetched may still do so when the scope is taken away',
    breaks: 'fetch-needs-scope/taken-away',
    features: everyFeature,
    fullSteps: keepScopes('fetch'),
  },
  'scope-back-at-restart': {
    title: 'A scope that was taken away from a token is there again after a restart',
    breaks: 'create-needs-scope/taken-away',
    fullSteps: () => {
      const first = new Map<Token, string[]>();
      return {
        request(_message, { tokens }) {
          for (const token of tokens.values()) if (!first.has(token)) first.set(token, token.scopes);
        },
        restart() {
          for (const [token, scopes] of first) token.scopes = scopes;
        },
      };
    },
  },
};

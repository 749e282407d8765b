import { type CoreSteps, core } from '../../servers/core/steps.ts';
import type { Call, Operation } from '../../servers/core/store.ts';
import { actionOf, fieldsOf } from '../../servers/full/message.ts';
import { inCore } from '../changes/change-core.ts';
import { goOnAfter } from '../changes/change-lifecycle.ts';
import { letIn } from '../changes/find-in-memory.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Returns the `user:password` text that Basic credentials encode. */
const basicPair = (credentials: string): string =>
  Buffer.from(/^Basic (.+)$/.exec(credentials)?.[1] ?? '', 'base64').toString('latin1');

/** Makes one operation accept unknown credentials if `lets` returns true for them. */
function letInOnCore(operation: Operation, lets: (credentials: string | undefined) => boolean): Partial<CoreSteps> {
  return {
    authenticate: (call) =>
      core.authenticate(call) ?? (call.operation === operation && lets(call.authorization) ? 'merchant' : undefined),
  };
}

/** Accepts a token that is unknown but resembles a known one. */
function takeResembling(isTaken: (given: string, token: string) => boolean): Partial<CoreSteps> {
  return {
    authenticate(call) {
      const given = (call.authorization ?? '').replace(/^Bearer /, '');
      const found = [...call.store.accounts].find(([token]) => isTaken(given, token));
      return core.authenticate(call) ?? found?.[1];
    },
  };
}

/** Finds the account of a token that is sent either as it is, or in the Base64 form that `curl --user` sends. */
function accountOf({ store: { accounts } }: Call, token: string): string | undefined {
  return accounts.get(token) ?? accounts.get(Buffer.from(token, 'base64').toString().replace(/^:|:$/, ''));
}

/** Servers that accept a request without a known token, or refuse it with the wrong response. */
export const accessAuthentication: FaultTable = sharing({ breaks: 'create-requires-token' })({
  'create-accepts-basic-scheme': {
    title: 'Create accepts the token under the scheme Basic',
    coreSteps: inCore('authenticate', (call) => {
      const token = call.operation === 'createPayment' ? /^Basic (\S+)$/i.exec(call.authorization ?? '')?.[1] : undefined;
      return core.authenticate(call) ?? (token === undefined ? undefined : accountOf(call, token));
    }),
  },
  'create-without-authentication': {
    title: 'Create accepts requests without an Authorization header',
    coreSteps: letInOnCore('createPayment', (credentials) => credentials === undefined),
  },
  'any-bearer-token': {
    title: 'Create accepts any bearer token, even an empty one',
    fullSteps: letIn((credentials, message) => /^Bearer\b/.test(credentials) && actionOf(message) === 'create'),
  },
  'no-scheme': {
    title: 'The token is accepted without a scheme',
    fullSteps: letIn((credentials, _message, memory) => memory.tokens.has(credentials)),
  },
  'token-end': {
    title: 'The end of a token is enough',
    fullSteps: letIn((credentials, _message, memory) => {
      const given = credentials.replace(/^Bearer /, '');
      return given.length > 8 && [...memory.tokens.keys()].some((token) => token.endsWith(given));
    }),
  },
  'tokens-of-others-in-any-case': {
    title: 'Tokens of another account are compared without case',
    fullSteps: letIn((credentials, _message, memory) => {
      const given = credentials.replace(/^Bearer /, '').toLowerCase();
      return [...memory.tokens].some(([token, { account }]) => account.name !== 'merchant' && token.toLowerCase() === given);
    }),
  },
  ...sharing({ breaks: 'fetch-requires-token' })({
    'token-cut-off': {
      title: 'The last six characters of a token may be missing',
      coreSteps: takeResembling((given, token) => given === token.slice(0, -6)),
    },
    'token-under-token': {
      title: 'Fetch accepts a token under the scheme Token',
      coreSteps: inCore(
        'authenticate',
        (call) =>
          core.authenticate(call) ??
          (call.operation === 'fetchPayment'
            ? accountOf(call, /^Token (.+)$/.exec(call.authorization ?? '')?.[1] ?? '')
            : undefined),
      ),
    },
    'token-without-last': {
      title: 'The last character of a token may be missing',
      coreSteps: takeResembling((given, token) => given === token.slice(0, -1)),
    },
    'fetch-without-token-once-submitted': {
      title: 'An invoice that is no longer PENDING is shown without a token',
      coreSteps: inCore('authenticate', (call) => {
        if (call.operation !== 'fetchPayment' || call.authorization !== undefined) return core.authenticate(call);
        const text = Buffer.from(call.bytes).toString();
        return call.store.invoices.find(({ id, status }) => status !== 'PENDING' && text.includes(id))?.account;
      }),
    },
    'fetch-any-credentials': {
      title: 'Fetch accepts any Authorization header',
      fullSteps: letIn((credentials, message) => credentials !== '' && actionOf(message) === 'fetch'),
    },
    'token-beginning': {
      title: 'The beginning of a token is enough',
      fullSteps: letIn((credentials, _message, memory) => {
        const given = credentials.replace(/^Bearer /, '');
        return given.length > 8 && [...memory.tokens.keys()].some((token) => token.startsWith(given));
      }),
    },
    'fetch-accepts-any-token': {
      title: 'Fetch accepts any bearer token',
      coreSteps: letInOnCore('fetchPayment', (credentials) => /^Bearer ./.test(credentials ?? '')),
    },
    'fetch-without-authentication': {
      title: 'Fetch accepts requests without an Authorization header',
      coreSteps: letInOnCore('fetchPayment', (credentials) => credentials === undefined),
    },
  }),
  ...sharing({ breaks: 'submit-requires-token' })({
    'token-without-beginning': {
      title: 'The first four characters of a token may be missing',
      coreSteps: takeResembling((given, token) => given === token.slice(4)),
    },
    'repeated-receipt-without-token': {
      title: 'A receipt that was accepted gets its invoice again, without a token',
      coreSteps: inCore('authenticate', (call) => {
        if (call.operation !== 'submitReceipt' || call.authorization !== undefined) return core.authenticate(call);
        const text = Buffer.from(call.bytes).toString();
        return call.store.invoices.find(({ receipts }) => [...receipts].some((receipt) => text.includes(receipt)))?.account;
      }),
    },
    'submit-any-bearer-token': {
      title: 'Submit accepts any bearer token',
      fullSteps: letIn((credentials, message) => /^Bearer\b/.test(credentials) && actionOf(message) === 'submit'),
    },
    'any-scheme': {
      title: 'The token is accepted under any scheme',
      fullSteps: letIn((credentials, _message, memory) => memory.tokens.has(credentials.replace(/^\w+ +/, ''))),
    },
    'token-as-user': {
      title: 'The token is accepted as the user of Basic authentication',
      fullSteps: letIn((credentials, _message, memory) => memory.tokens.has(basicPair(credentials).replace(/:$/, ''))),
    },
    'token-as-password': {
      title: 'The token is accepted as the password of Basic authentication, with any user',
      fullSteps: letIn((credentials, _message, memory) => memory.tokens.has(basicPair(credentials).replace(/^[^:]*:/, ''))),
    },
    'token-with-more-behind': {
      title: 'Text after the token is ignored',
      fullSteps: letIn((credentials, _message, memory) =>
        [...memory.tokens.keys()].some((token) => credentials.startsWith(`Bearer ${token}`)),
      ),
    },
    'submit-refused-and-counted': {
      title: 'A submit without a token is refused with 401, and its receipt is counted',
      fullSteps: goOnAfter('unauthenticated'),
    },
    // Only a valid receipt shows this defect, because the server refuses any other receipt anyway.
    'submit-without-authentication': {
      title: 'Submit accepts requests without an Authorization header',
      coreSteps: letInOnCore('submitReceipt', (credentials) => credentials === undefined),
    },
    'unknown-token-and-counted': {
      title: 'A submit with an unknown token is refused with 401, and its receipt is counted',
      fullSteps: goOnAfter('invalid_token'),
    },
  }),
  'token-end-unchecked': {
    title: 'The last six characters of a token may be any',
    coreSteps: takeResembling((given, token) => given.length === token.length && given.slice(0, -6) === token.slice(0, -6)),
  },
  'token-beginning-unchecked': {
    title: 'The first eight characters of a token may be any',
    coreSteps: takeResembling((given, token) => given.length === token.length && given.slice(8) === token.slice(8)),
  },
  'token-middle-unchecked': {
    title: 'The first ten and the last ten characters of a token count',
    coreSteps: takeResembling(
      (given, token) => given.slice(0, 10) === token.slice(0, 10) && given.slice(-10) === token.slice(-10),
    ),
  },
  'token-quotes-dropped': {
    title: 'A token in quotes is accepted',
    coreSteps: takeResembling((given, token) => given.replace(/^"(.*)"$/, '$1') === token),
  },
  'token-in-list': {
    title: 'One known token among several with commas is enough',
    coreSteps: takeResembling((given, token) => given.split(/, */).includes(token)),
  },
  'token-percent-decoded': {
    title: 'A token is percent-decoded before it is compared',
    coreSteps: takeResembling(
      (given, token) => given.replace(/^%([\da-f]{2})/, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))) === token,
    ),
  },
  'token-found-inside': {
    title: 'It is enough that the token is somewhere in the header',
    coreSteps: takeResembling((given, token) => given.includes(token)),
  },
  'token-decoded-from-base64': {
    title: 'A token is accepted in base64 too',
    coreSteps: takeResembling((given, token) => given === Buffer.from(token).toString('base64')),
  },
  'token-in-any-order': {
    title: 'The characters of a token may be in any order',
    coreSteps: takeResembling((given, token) => [...given].sort().join('') === [...token].sort().join('')),
  },
  'token-without-unseen': {
    title: 'Characters beyond ASCII are dropped from a token before it is compared',
    coreSteps: takeResembling((given, token) => given.replace(/[^!-~]/g, '') === token),
  },
  // One fault for each state. A server may show the invoice on a public page, but must not return its JSON.
  ...Object.fromEntries(
    ['PAID', 'UNDER_PAID', 'FAILED', 'EXPIRED'].map((state) => [
      `fetch-without-token-${state}`,
      {
        title: `An invoice that is ${state} is shown without a token`,
        breaks: 'fetch-requires-token',
        features: ['lifecycle'],
        fullSteps: letIn(
          (_credentials, message, { invoices }) =>
            actionOf(message) === 'fetch' && invoices.get(String(fieldsOf(message)?.invoiceId))?.shown.status === state,
        ),
      },
    ]),
  ),
  'colon-behind-scheme': {
    title: 'A colon behind the scheme is skipped',
    fullSteps: letIn((credentials, _message, memory) => memory.tokens.has(credentials.replace(/^Bearer: */, ''))),
  },
  'token-last-character-unchecked': {
    title: 'The last character of a token may be any',
    coreSteps: takeResembling((given, token) => given.length === token.length && given.slice(0, -1) === token.slice(0, -1)),
  },
  'token-end-in-any-case': {
    title: 'The last letter of a token is compared without case',
    fullSteps: letIn((credentials, _message, memory) => {
      const given = credentials.replace(/^Bearer /, '');
      const lower = (text: string): string => text.replace(/[a-z](?=[^a-z]*$)/i, (letter) => letter.toLowerCase());
      return [...memory.tokens.keys()].some((token) => lower(token) === lower(given));
    }),
  },
  'token-first-word': {
    title: 'Text after a token and a space is ignored',
    fullSteps: letIn((credentials, _message, memory) => memory.tokens.has(/^Bearer (\S+) /.exec(credentials)?.[1] ?? '')),
  },
  'token-in-angle-brackets': {
    title: 'A token is accepted in the angle brackets of the documentation',
    fullSteps: letIn((credentials, _message, memory) => memory.tokens.has(/^Bearer <(\S+)>$/.exec(credentials)?.[1] ?? '')),
  },
});

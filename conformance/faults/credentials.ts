import type { Fault } from './fault.ts';
import type { Memory } from './model/memory.ts';
import { headerOf, type Message, setHeader } from './model/message.ts';
import { actionOf, anyToken, modelFault } from './model/model-fault.ts';
import type { Replaced } from './model/start-model.ts';

/** Takes a request for one with a token, when the credentials it came with are of this kind. */
function letIn(lets: (credentials: string, message: Message, memory: Memory) => boolean): Replaced {
  return {
    request(message, memory) {
      const credentials = headerOf(message, 'authorization') ?? '';
      if (!(credentials.startsWith('Bearer ') && memory.tokens.has(credentials.slice(7))) && lets(credentials, message, memory))
        setHeader(message, 'authorization', `Bearer ${anyToken(memory)}`);
    },
  };
}

/** Answers 401 and goes on all the same, as a handler does that lacks a return. */
function goesOnAfterRefusal(): Replaced {
  const refused = new WeakSet<Message>();
  return {
    request(message, memory) {
      if (actionOf(message) !== 'submit' || headerOf(message, 'authorization') !== undefined) return;
      refused.add(message);
      setHeader(message, 'authorization', `Bearer ${anyToken(memory)}`);
    },
    reply(reply, message) {
      if (refused.has(message)) Object.assign(reply, { status: 401, body: { message: 'Send a token that is known.' } });
    },
  };
}

/** Servers that let in who should stay out. */
export const credentialFaults: readonly Fault[] = [
  modelFault(
    { id: 'any-bearer-token', title: 'Create takes any bearer token, an empty one too', breaks: 'create-requires-token' },
    () => letIn((credentials, message) => /^Bearer\b/.test(credentials) && actionOf(message) === 'create'),
  ),
  modelFault({ id: 'submit-any-bearer-token', title: 'Submit takes any bearer token', breaks: 'submit-requires-token' }, () =>
    letIn((credentials, message) => /^Bearer\b/.test(credentials) && actionOf(message) === 'submit'),
  ),
  modelFault({ id: 'fetch-any-credentials', title: 'Fetch takes any Authorization header', breaks: 'fetch-requires-token' }, () =>
    letIn((credentials, message) => credentials !== '' && actionOf(message) === 'fetch'),
  ),
  modelFault({ id: 'any-scheme', title: 'The token is taken under any scheme', breaks: 'submit-requires-token' }, () =>
    letIn((credentials, _message, memory) => memory.tokens.has(credentials.replace(/^\w+ +/, ''))),
  ),
  modelFault(
    { id: 'token-as-user', title: 'The token is taken as the user of Basic authentication', breaks: 'submit-requires-token' },
    () =>
      letIn((credentials, _message, memory) => {
        const [, user = ''] = /^Basic (.+)$/.exec(credentials) ?? [];
        return memory.tokens.has(Buffer.from(user, 'base64').toString('latin1').replace(/:$/, ''));
      }),
  ),
  modelFault({ id: 'no-scheme', title: 'The token is taken without a scheme', breaks: 'create-requires-token' }, () =>
    letIn((credentials, _message, memory) => memory.tokens.has(credentials)),
  ),
  modelFault({ id: 'token-beginning', title: 'The beginning of a token is enough', breaks: 'fetch-requires-token' }, () =>
    letIn((credentials, _message, memory) => {
      const given = credentials.replace(/^Bearer /, '');
      return given.length > 8 && [...memory.tokens.keys()].some((token) => token.startsWith(given));
    }),
  ),
  modelFault({ id: 'token-end', title: 'The end of a token is enough', breaks: 'create-requires-token' }, () =>
    letIn((credentials, _message, memory) => {
      const given = credentials.replace(/^Bearer /, '');
      return given.length > 8 && [...memory.tokens.keys()].some((token) => token.endsWith(given));
    }),
  ),
  modelFault(
    { id: 'token-with-more-behind', title: 'What stands behind the token is not looked at', breaks: 'submit-requires-token' },
    () =>
      letIn((credentials, _message, memory) =>
        [...memory.tokens.keys()].some((token) => credentials.startsWith(`Bearer ${token}`)),
      ),
  ),
  modelFault({ id: 'token-in-query', title: 'A token in the query string is taken', breaks: 'token-in-header-only' }, () =>
    letIn((_credentials, { query }, memory) => memory.tokens.has(new URLSearchParams(query).get('access_token') ?? '')),
  ),
  modelFault(
    {
      id: 'submit-refused-and-counted',
      title: 'A submit without a token is answered 401, and its receipt is counted',
      breaks: 'submit-requires-token',
    },
    goesOnAfterRefusal,
  ),
  modelFault(
    { id: 'no-token-answers-500', title: 'A request without a token is answered 500', breaks: 'bad-input-is-no-server-error' },
    () => ({
      reply(reply) {
        if (reply.status === 401) reply.status = 500;
      },
    }),
  ),
];

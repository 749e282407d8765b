import type { Fault } from './fault.ts';
import { everyFeature } from './model/every-feature.ts';
import { headerOf, type Message, type Reply, setHeader } from './model/message.ts';
import { actionOf, centReceipt, changeProblem, isInvoice, modelFault, newestId } from './model/model-fault.ts';
import type { Replaced } from './model/start-model.ts';

/** id, title, requirement, what becomes of every answer. */
type Change = readonly [id: string, title: string, breaks: string, change: (reply: Reply, message: Message) => void];
type Problem = Record<string, unknown>;

const status = (reply: Reply, value: number): void => {
  reply.status = value;
};
const codeOf = ({ body }: Reply): unknown => (body as Problem | undefined)?.code;
/** Turns one problem into another. */
const instead =
  (code: string, other: string, otherStatus: number, when: (message: Message) => boolean = () => true) =>
  (reply: Reply, message: Message) => {
    if (codeOf(reply) !== code || !when(message)) return;
    Object.assign(reply.body as Problem, { code: other, status: otherStatus });
    status(reply, otherStatus);
  };
const success = (action: string, value: number) => (reply: Reply, message: Message) => {
  if (isInvoice(reply) && actionOf(message) === action) status(reply, value);
};

const changes: readonly Change[] = [
  ['create-201', 'Create answers 201', 'create-status-200', success('create', 201)],
  ['submit-202', 'Submit answers 202', 'submit-status-200', success('submit', 202)],
  ['fetch-203', 'Fetch answers 203', 'fetch-status-200', success('fetch', 203)],
  ['unknown-path-400', 'An unknown path is answered 400', 'unknown-path-is-404', instead('not_found', 'not_found', 400)],
  ['other-method-404', 'Another method is answered 404', 'other-method-is-405', instead('method_not_allowed', 'not_found', 404)],
  [
    'head-200',
    'HEAD is answered 200',
    'other-method-is-405',
    (reply, { method }) => method === 'HEAD' && Object.assign(reply, { status: 200, body: '' }),
  ],
  [
    'options-204',
    'OPTIONS is answered 204',
    'other-method-is-405',
    (reply, { method }) => method === 'OPTIONS' && Object.assign(reply, { status: 204, body: '' }),
  ],
  ['no-allow', 'A 405 carries no Allow', 'allow-lists-methods', ({ headers }) => delete headers.Allow],
  [
    'allow-says-all',
    'Allow lists methods that are not there',
    'allow-lists-methods',
    ({ headers }) => headers.Allow && Object.assign(headers, { Allow: 'GET, HEAD, OPTIONS, PUT, DELETE, POST' }),
  ],
  [
    'answers-stored',
    'Answers may be stored',
    'answers-not-stored',
    ({ headers }) => Object.assign(headers, { 'Cache-Control': 'max-age=60' }),
  ],
  [
    'success-as-vendor-type',
    'An invoice is application/vnd.invoice+json',
    'answers-are-json',
    (reply) => isInvoice(reply) && Object.assign(reply.headers, { 'Content-Type': 'application/vnd.invoice+json' }),
  ],
  [
    'errors-as-html',
    'Errors are said to be text/html',
    'answers-are-json',
    (reply) => reply.status >= 400 && Object.assign(reply.headers, { 'Content-Type': 'text/html' }),
  ],
  [
    'page-for-browsers',
    'Who accepts text/html gets a page',
    'accept-is-ignored',
    (reply, message) =>
      headerOf(message, 'accept')?.includes('text/html') && Object.assign(reply, { body: '<title>Invoice</title>' }),
  ],
  [
    'no-request-id',
    'Answers carry no X-Request-Id',
    'request-id-on-every-answer',
    ({ headers }) => delete headers['X-Request-Id'],
  ],
  [
    'one-request-id',
    'Every answer carries the same X-Request-Id',
    'request-id-on-every-answer',
    (reply) => {
      reply.headers['X-Request-Id'] = 'req_1';
      if (reply.status >= 400) (reply.body as Problem).requestId = 'req_1';
    },
  ],
  [
    'token-in-answer',
    'Answers tell the token in a header',
    'token-never-told',
    ({ headers }, message) => Object.assign(headers, { 'X-Debug': headerOf(message, 'authorization') ?? '-' }),
  ],
  [
    'sunset-without-deprecation',
    'A Sunset is told without Deprecation and Link',
    'deprecation-is-told',
    ({ headers }) => Object.assign(headers, { Sunset: 'Sat, 31 Dec 2033 23:59:59 GMT' }),
  ],
  [
    'ends-in-a-month',
    'The version ends a month after it was deprecated',
    'old-version-overlaps',
    ({ headers }) =>
      Object.assign(headers, {
        Deprecation: '@1795000000',
        Sunset: new Date((1795000000 + 30 * 86_400) * 1000).toUTCString(),
        Link: '<https://example.com/v2>; rel="sunset"',
      }),
  ],
  [
    'errors-in-plain-json',
    'Errors are plain JSON',
    'errors-are-problems',
    (reply) => reply.status >= 400 && Object.assign(reply.headers, { 'Content-Type': 'application/json' }),
  ],
  [
    'foreign-member-missing',
    'With a header of an old client an invoice lacks its note',
    'version-grows-by-addition',
    (reply) => isInvoice(reply) && delete (reply.body as Problem).note,
  ],
];

/** id, title, requirement, code or any, what becomes of each problem. */
const problems: readonly (readonly [
  string,
  string,
  string,
  string | undefined,
  (problem: Problem, reply: Reply, message: Message) => void,
])[] = [
  [
    'codes-in-capitals',
    'Codes are in capitals',
    'problem-code-of-catalogue',
    undefined,
    (problem) => Object.assign(problem, { code: String(problem.code).toUpperCase() }),
  ],
  [
    'status-disagrees',
    'status in the problem is always 400',
    'problem-status-agrees',
    undefined,
    (problem) => Object.assign(problem, { status: 400 }),
  ],
  [
    'request-id-disagrees',
    'requestId is another than X-Request-Id',
    'problem-request-id-agrees',
    undefined,
    (problem) => Object.assign(problem, { requestId: 'req_0' }),
  ],
  ['no-detail', 'Problems have no detail', 'errors-are-problems', undefined, (problem) => delete problem.detail],
  [
    'relative-type',
    'type is a relative reference',
    'errors-are-problems',
    undefined,
    (problem) => Object.assign(problem, { type: '/problems/x' }),
  ],
  [
    'type-leads-nowhere',
    'type opens nothing',
    'problem-type-opens',
    undefined,
    (problem) => Object.assign(problem, { type: String(problem.type).replace('/problems/', '/no-page/') }),
  ],
  ['members-not-named', 'errors is left out', 'problem-names-members', 'validation_failed', (problem) => delete problem.errors],
  [
    'first-member-named',
    'errors always names the first member that the contract has',
    'problem-names-members',
    'validation_failed',
    (problem) => Object.assign(problem, { errors: [{ pointer: '/cashTag', code: 'type', detail: 'Wrong.' }] }),
  ],
  [
    'stack-told',
    'detail holds a stack trace',
    'problem-tells-no-secret',
    undefined,
    (problem) => Object.assign(problem, { detail: 'TypeError: x is undefined\n    at create (/srv/app/create.js:12:7)' }),
  ],
  [
    'receipt-told',
    'detail repeats the receipt',
    'problem-tells-no-secret',
    'receipt_invalid',
    (problem, _reply, { text }) => Object.assign(problem, { detail: `Cannot read ${text}.` }),
  ],
  [
    'stack-told-at-bad-json',
    'detail holds a stack trace where the body is no JSON',
    'problem-tells-no-secret',
    'malformed_json',
    (problem) => Object.assign(problem, { detail: 'Traceback:\n  File "/srv/app/read.py", line 12, in read' }),
  ],
  [
    'long-receipt-told',
    'errors repeats a receipt that is too long',
    'problem-tells-no-secret',
    'validation_failed',
    (problem, _reply, { text }) => text?.includes('webReceipt') && Object.assign(problem, { detail: `Too long: ${text}` }),
  ],
  [
    'mistyped-token-told',
    'detail repeats a token that is not known',
    'token-never-told',
    'invalid_token',
    (problem, _reply, message) => Object.assign(problem, { detail: `${headerOf(message, 'authorization')} is not known.` }),
  ],
  [
    'no-challenge',
    'A 401 carries no WWW-Authenticate',
    'no-token-is-401',
    undefined,
    (_problem, { headers }) => delete headers['WWW-Authenticate'],
  ],
  [
    'one-challenge',
    'A wrong token gets the challenge of none',
    'unknown-token-is-401',
    'invalid_token',
    (_problem, { headers }) => Object.assign(headers, { 'WWW-Authenticate': 'Bearer realm="payments"' }),
  ],
];

/** Another answer to bad input: id, title, requirement, code, code instead, its status. */
const swaps: readonly (readonly [string, string, string, string, string, number])[] = [
  ['no-token-403', 'A request without a token is answered 403', 'no-token-is-401', 'unauthenticated', 'insufficient_scope', 403],
  ['unknown-token-403', 'An unknown token is answered 403', 'unknown-token-is-401', 'invalid_token', 'insufficient_scope', 403],
  ['malformed-422', 'Malformed JSON is answered 422', 'malformed-json-is-400', 'malformed_json', 'validation_failed', 422],
  ['validation-400', 'A wrong member is answered 400', 'create-validation-is-422', 'validation_failed', 'malformed_json', 400],
  ['too-large-400', 'A body that is too large is answered 400', 'large-body-is-413', 'payload_too_large', 'malformed_json', 400],
  [
    'media-type-400',
    'Another media type is answered 400',
    'other-media-type-is-415',
    'unsupported_media_type',
    'malformed_json',
    400,
  ],
  [
    'unknown-invoice-410',
    'An unknown invoice is answered 410',
    'unknown-invoice-is-404',
    'invoice_not_found',
    'invoice_not_found',
    410,
  ],
  [
    'two-tokens-401',
    'Two Authorization headers are answered 401',
    'authorization-twice-is-400',
    'authorization_malformed',
    'invalid_token',
    401,
  ],
  [
    'paid-422',
    'A receipt for a PAID invoice is answered 422',
    'lifecycle-paid-is-final',
    'invoice_already_paid',
    'receipt_invalid',
    422,
  ],
  [
    'failed-404',
    'A receipt for a FAILED invoice is answered 404',
    'lifecycle-failed-is-final',
    'invoice_failed',
    'invoice_not_found',
    404,
  ],
  [
    'expired-410',
    'A receipt for an EXPIRED invoice is answered 410',
    'lifecycle-expired-is-final',
    'invoice_expired',
    'invoice_expired',
    410,
  ],
  [
    'verifier-away-500',
    'An unreachable verifier is answered 500',
    'lifecycle-verifier-away',
    'receipt_verifier_unavailable',
    'internal_error',
    500,
  ],
  ['store-away-500', 'An unreachable store is answered 500', 'unavailable-is-503', 'service_unavailable', 'internal_error', 500],
  ['scope-401', 'A missing scope is answered 401', 'missing-scope-is-403', 'insufficient_scope', 'invalid_token', 401],
  ['limited-503', 'A request over a limit is answered 503', 'rate-limit-is-429', 'rate_limited', 'service_unavailable', 503],
];

/** Reads a body as JSON whatever it is said to be. */
const readAs = (when: (message: Message) => boolean): Replaced => ({
  request(message) {
    if (!when(message)) return;
    setHeader(message, 'content-type', 'application/json');
    setHeader(message, 'content-encoding', undefined);
  },
});
const typeOf = (message: Message): string => headerOf(message, 'content-type') ?? '';

/** Servers that break a promise about answers. */
export const answerFaults: readonly Fault[] = [
  ...changes.map(([id, title, breaks, change]) =>
    modelFault({ id, title, breaks }, () => ({ reply: (reply, message) => change(reply, message) })),
  ),
  ...problems.map(([id, title, breaks, code, change]) => modelFault({ id, title, breaks }, () => changeProblem(change, code))),
  ...swaps.map(([id, title, breaks, code, other, otherStatus]) =>
    modelFault({ id, title, breaks, features: everyFeature }, () => ({
      reply: (reply, message) => instead(code, other, otherStatus)(reply, message),
    })),
  ),
  modelFault({ id: 'media-type-ignored', title: 'Content-Type is not looked at', breaks: 'other-media-type-is-415' }, () =>
    readAs((message) => !typeOf(message).includes('charset')),
  ),
  modelFault({ id: 'charset-ignored', title: 'A body in utf-16 is read as it is', breaks: 'other-charset-is-415' }, () =>
    readAs((message) => /charset=utf-16/.test(typeOf(message))),
  ),
  modelFault({ id: 'encoding-ignored', title: 'Content-Encoding is not looked at', breaks: 'content-encoding-is-415' }, () =>
    readAs((message) => headerOf(message, 'content-encoding') !== undefined),
  ),
  modelFault({ id: 'any-size', title: 'A body of any size is read', breaks: 'large-body-is-413' }, () => ({
    request(message) {
      message.bytes = Math.min(message.bytes, 1000);
    },
  })),
  modelFault(
    { id: 'lenient-json', title: 'Comments, NaN and what stands behind the body are read over', breaks: 'malformed-json-is-400' },
    () => ({
      request(message, memory) {
        const text = message.text ?? '';
        const mended = text.replace('/**/', '').replace(/} invoice$/, '}');
        if (!text.includes(':NaN}')) message.text = mended;
        else if (actionOf(message) === 'create') message.text = mended.replace('NaN', '1');
        else {
          const invoiceId = newestId(memory);
          message.text = JSON.stringify({
            invoiceId,
            ...(actionOf(message) === 'submit' && { webReceipt: centReceipt(memory, invoiceId) }),
          });
        }
      },
    }),
  ),
  modelFault({ id: 'byte-order-mark-taken', title: 'A byte order mark is read over', breaks: 'invalid-utf8-is-400' }, () => ({
    request(message) {
      message.text = message.text?.replace(/^\uFEFF/, '');
    },
  })),
  modelFault(
    { id: 'members-twice-taken', title: 'Of two members of one name the last counts', breaks: 'member-twice-is-400' },
    () => ({
      request(message) {
        try {
          message.text = JSON.stringify(JSON.parse(message.text ?? ''));
        } catch {
          // Not JSON: the model says so.
        }
      },
    }),
  ),
  modelFault(
    { id: 'two-tokens-taken', title: 'Of two Authorization headers the first counts', breaks: 'authorization-twice-is-400' },
    () => ({
      request(message) {
        const [first] = message.headers.filter(([name]) => name === 'authorization');
        setHeader(message, 'authorization', first?.[1]);
      },
    }),
  ),
  modelFault({ id: 'body-before-token', title: 'The body is judged before the token', breaks: 'checks-in-order' }, () => ({
    reply(reply, message) {
      if (reply.status === 401 && message.text === '{') instead('unauthenticated', 'malformed_json', 400)(reply, message);
    },
  })),
  modelFault(
    { id: 'body-before-media-type', title: 'The body is judged before its media type and its size', breaks: 'checks-in-order' },
    () => ({
      reply(reply, message) {
        if (typeOf(message) === '') {
          instead('unsupported_media_type', 'malformed_json', 400)(reply, message);
          instead('payload_too_large', 'malformed_json', 400)(reply, message);
        }
      },
    }),
  ),
];

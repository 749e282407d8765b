import { type CoreSteps, core } from '../../servers/core/steps.ts';
import { actionOf, type Fields, headerOf, type Message } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { inCore } from '../changes/change-core.ts';
import { goOnAfter } from '../changes/change-lifecycle.ts';
import { respondInstead, respondWith } from '../changes/change-response.ts';
import { onRequest } from '../changes/change-step.ts';
import { alike, type FaultTable, sharing } from '../fault.ts';

/** Serves an action with the method `other` too, although only POST is allowed. */
function alsoBy(other: string, action: string): Partial<CoreSteps> {
  return {
    route: (method, path) => core.route(method === other && path === `/api/v1/payments/${action}` ? 'POST' : method, path),
  };
}

/** Turns a request of any method into a POST. The query of a GET becomes the body. Without `action`, does so for every action. */
function asPost(message: Message, action?: string): void {
  if (action !== undefined && actionOf(message) !== action) return;
  if (message.method === 'GET') {
    const fields: Fields = Object.fromEntries(new URLSearchParams(message.query));
    if (fields.amount !== undefined) fields.amount = Number(fields.amount);
    message.text = JSON.stringify(fields);
    message.headers.push(['content-type', 'application/json']);
  }
  message.method = 'POST';
}

/** Replaces part of the path in each request before the server looks up the operation. */
const readPath = (part: RegExp | string, by: string | ((found: string) => string)): FullChanges =>
  onRequest((message) => {
    message.path = message.path.replace(part, by as string);
  });

/** Returns a 200 for the paths that the pattern matches, such as the parent paths of the operations. */
const rootsTell = (path: RegExp): FullChanges =>
  respondWith({ status: 200, body: { name: 'payments' } }, (_reply, message) => path.test(message.path));

/** Servers that accept requests with a wrong method or path, or refuse them incorrectly. */
export const requestsRoutes: FaultTable = {
  ...sharing({ breaks: 'fetch-is-post' })({
    'method-overridden': {
      title: 'The header X-HTTP-Method-Override replaces the method',
      fullSteps: onRequest((message) => {
        message.method = headerOf(message, 'x-http-method-override') ?? message.method;
      }),
    },
    'fetch-by-query': { title: 'Fetch is done by QUERY too', coreSteps: alsoBy('QUERY', 'fetch') },
    'fetch-by-get': {
      title: 'Fetch is done by GET too, with `invoiceId` in the query',
      coreSteps: {
        ...alsoBy('GET', 'fetch'),
        parseBody(call) {
          const invoiceId = call.url.searchParams.get('invoiceId');
          return invoiceId !== null && call.bytes.length === 0 ? { invoiceId } : core.parseBody(call);
        },
      },
    },
    'fetch-by-put': { title: 'Fetch is done by PUT too', coreSteps: alsoBy('PUT', 'fetch') },
    'fetch-any-method': { title: 'Fetch accepts any method', fullSteps: onRequest((message) => asPost(message, 'fetch')) },
    'fetch-by-get-with-body': { title: 'fetch is done by GET too, with the same body', coreSteps: alsoBy('GET', 'fetch') },
    'method-in-query': {
      title: 'A parameter _method in the query replaces the method',
      fullSteps: onRequest((message) => {
        message.method = new URLSearchParams(message.query).get('_method') ?? message.method;
      }),
    },
  }),
  ...sharing({ breaks: 'create-is-post' })({
    'create-by-put': { title: 'Create is done by PUT too', coreSteps: alsoBy('PUT', 'create') },
    'any-method': { title: 'Every operation accepts any method', fullSteps: onRequest((message) => asPost(message)) },
    'create-by-get-with-body': { title: 'create is done by GET too, with the same body', coreSteps: alsoBy('GET', 'create') },
    'unknown-methods-as-post': {
      title: 'A method that the router does not know counts as POST',
      fullSteps: onRequest((message) => {
        if (['PROPFIND', 'QUERY'].includes(message.method)) message.method = 'POST';
      }),
    },
  }),
  ...sharing({ breaks: 'submit-is-post' })({
    'submit-any-method': { title: 'Submit accepts any method', fullSteps: onRequest((message) => asPost(message, 'submit')) },
    'submit-by-put': { title: 'Submit is done by PUT too', coreSteps: alsoBy('PUT', 'submit') },
    'submit-by-get-with-body': { title: 'submit is done by GET too, with the same body', coreSteps: alsoBy('GET', 'submit') },
    'other-method-and-counted': {
      title: 'A submit with another method is refused with 405, and its receipt is counted',
      fullSteps: goOnAfter('method_not_allowed'),
    },
  }),
  'fetch-at-v2': {
    title: 'Fetch is served only under /api/v2',
    breaks: 'paths-under-v1',
    coreSteps: inCore('route', (method, path) =>
      path === '/api/v1/payments/fetch'
        ? undefined
        : core.route(method, path === '/api/v2/payments/fetch' ? '/api/v1/payments/fetch' : path),
    ),
  },
  'submit-moved': {
    title: 'Submit is at /api/v2',
    breaks: 'paths-under-v1',
    fullSteps: onRequest((message) => {
      if (actionOf(message) === 'submit') message.path = message.path.replace('v1', 'v0');
      else message.path = message.path.replace('/api/v2/payments/submit', '/api/v1/payments/submit');
    }),
  },
  ...sharing({ breaks: 'unknown-path-is-404' })({
    ...alike(readPath, {
      'path-slash-behind': ['A slash after a path is ignored', /\/$/, ''],
      'path-parameter': ['A parameter after a path is ignored', /;.*$/, ''],
      'path-two-slashes': ['Two slashes in a path count as one', /\/\/+/g, '/'],
      'path-first-letters': ['Payments with a capital is the same path', '/Payments', '/payments'],
      'path-last-part-in-capitals': ['The last part of a path is accepted in any case', /[^/]+$/, (last) => last.toLowerCase()],
      'path-parts-behind': ['Text after a path is ignored', /\/more$/, ''],
      'path-letters-behind': ['Only the beginning of a path counts', /(create|submit|fetch)\w+$/, '$1'],
      'path-suffix-left-out': ['A suffix such as .json is ignored', /\.json$/, ''],
      'path-parts-inside': ['Only the end of a path below /api counts', /^\/api\/.*(?=\/payments\/)/, '/api/v1'],
      'path-escaped-twice': [
        'The escapes of a path are decoded twice',
        /%25[\da-f]{2}/gi,
        (found) => String.fromCharCode(Number.parseInt(found.slice(3), 16)),
      ],
      'path-trimmed': ['Space around a path is ignored', /(%20)+$/, ''],
      'path-second-version': ['The operations are below any version', /\/api\/v\d+\//, '/api/v1/'],
      'path-no-version': ['The operations are below /api too', /^\/api\/payments/, '/api/v1/payments'],
      'path-no-prefix': ['The operations are without /api/v1 too', /^\/payments/, '/api/v1/payments'],
      'path-no-api': ['The operations are below /v1 too', /^\/v1\//, '/api/v1/'],
      'path-in-the-singular': ['The operations are below /payment too', '/payment/', '/payments/'],
    }),
    'path-of-the-version': { title: 'The root of the version responds with its name', fullSteps: rootsTell(/^\/api\/v1$/) },
    'path-of-the-payments': {
      title: 'The folder of the operations responds with its name',
      fullSteps: rootsTell(/^\/api\/v1\/payments$/),
    },
    'unknown-path-400': {
      title: 'An unknown path is refused with 400',
      fullSteps: respondInstead('not_found', 'not_found', 400),
    },
    'path-with-id': {
      title: 'GET of a path with an id shows its invoice',
      fullSteps: onRequest((message) => {
        const [, id] = /^\/api\/v1\/payments\/(inv_[^/]+)$/.exec(message.path) ?? [];
        if (id === undefined || message.method !== 'GET') return;
        Object.assign(message, { method: 'POST', path: '/api/v1/payments/fetch', text: JSON.stringify({ invoiceId: id }) });
        message.headers.push(['content-type', 'application/json']);
      }),
    },
  }),
  ...sharing({ breaks: 'other-method-is-405' })({
    ...alike(respondWith, {
      'patch-501': ['PATCH returns 501', { status: 501 }, (_reply, { method }) => method === 'PATCH'],
      'head-200': ['HEAD is accepted with 200', { status: 200, body: '' }, (_reply, { method }) => method === 'HEAD'],
      'options-204': ['OPTIONS returns 204', { status: 204, body: '' }, (_reply, { method }) => method === 'OPTIONS'],
      'preflight-204': [
        'OPTIONS returns 204 to a CORS preflight',
        { status: 204, body: '' },
        (_reply, message) => message.method === 'OPTIONS' && headerOf(message, 'access-control-request-method') !== undefined,
      ],
      'unknown-methods-500': [
        'An unknown method ends in a 500',
        { status: 500 },
        (_reply, { method }) => ['PROPFIND', 'REPORT', 'MKCOL'].includes(method),
      ],
    }),
    'other-method-404': {
      title: 'Another method is refused with 404',
      fullSteps: respondInstead('method_not_allowed', 'not_found', 404),
    },
  }),
};

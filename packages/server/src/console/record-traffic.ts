import { operationTable } from '@payment-invoice/generated';
import type { AttemptResult, FinishedAttempt } from '@payment-invoice/kit/callbacks';
import type { Api, ApiRequest, ApiResponse } from '@payment-invoice/stubs';
import type { Header, Journal } from './journal.ts';
import { maskBody, maskStart, maskText } from './mask-body.ts';

/** The request headers that are stored: those that affect the response or describe the sender. They are masked. */
const keptHeaders = /^(?:accept|content-(?:encoding|length|type)|expect|idempotency-key|user-agent)$/i;

const keptResponseHeaders =
  /^(?:allow|content-type|idempotent-replayed|ratelimit|ratelimit-policy|retry-after|www-authenticate)$/i;

/** The maximum number of characters of a header that are stored. */
const longestHeader = 512;

const paths: ReadonlySet<string> = new Set(Object.values(operationTable).map(({ path }) => path));

interface Recorder {
  journal: Journal;
  /** Returns the current time by the sandbox's clock, in milliseconds since 1970. */
  now: () => number;
  /** Returns the account that sent a request; undefined if the request had no valid token. */
  accountOf(requestId: string): string | undefined;
}

/** Wraps an API so that each request with a valid token, and no other, is recorded with its response. Both are masked. */
export function recordRequests(api: Api, { journal, now, accountOf }: Recorder): Api {
  return {
    handle: async (request) => {
      const start = performance.now();
      const at = now();
      let sent: Uint8Array = new Uint8Array();
      const readBody = async (limit: number) => {
        const body = await request.readBody(limit);
        sent = body;
        return body;
      };
      const response = await api.handle({ ...request, readBody });
      const accountId = accountOf(request.requestId);
      if (accountId !== undefined) {
        const ms = Math.round((performance.now() - start) * 100) / 100;
        journal.record({ kind: 'request', accountId, at, ms, ...describe(request, sent, response) });
      }
      return response;
    },
  };
}

function describe({ requestId, method, path, rawHeaders }: ApiRequest, sent: Uint8Array, response: ApiResponse) {
  const body = maskBody(sent);
  const headers: Header[] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (keptHeaders.test(name)) headers.push([name, maskStart(rawHeaders[i + 1] ?? '', longestHeader)]);
  }
  return {
    requestId,
    method,
    path: paths.has(path) ? path : maskStart(path, longestHeader),
    headers,
    body,
    status: response.status,
    responseHeaders: Object.entries(response.headers).filter(([name]) => keptResponseHeaders.test(name)),
    // The response is masked too, because it repeats values of the request or, in an error, the names of its fields.
    responseBody: maskStart(JSON.stringify(response.body) ?? ''),
    invoiceId: idOf(response.body) ?? /"invoiceId"\s*:\s*"(\w{1,64})"/.exec(body)?.[1],
  };
}

function idOf(body: unknown): string | undefined {
  const id = typeof body === 'object' && body !== null && 'id' in body ? body.id : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** Makes a function that records an attempt to deliver a callback. `now` returns the time by the sandbox's clock. */
export function recordAttempts(journal: Journal, now: () => number): (attempt: FinishedAttempt) => void {
  return ({ event, result, decision, ms }) => {
    const { id: eventId, accountId, invoiceId } = event;
    const kept = result.kind === 'responded' ? maskResponse(result) : result;
    const attempt = event.attempts + 1;
    journal.record({ kind: 'attempt', eventId, accountId, invoiceId, at: now(), ms, attempt, result: kept, decision });
  };
}

function maskResponse(response: AttemptResult & { kind: 'responded' }): AttemptResult {
  const { excerpt } = response;
  const retryAfter = response.retryAfter && maskText(response.retryAfter);
  return { ...response, retryAfter, ...(excerpt !== undefined && { excerpt: maskText(excerpt) }) };
}

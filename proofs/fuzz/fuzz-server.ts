import { loadContract } from '@payment-invoice/stubs';
import fc from 'fast-check';
import { type FuzzRequest, type FuzzSubject, fuzzRequests } from './generate-request.ts';

/** A response as received. */
interface FuzzResponse {
  status: number;
  headers: Headers;
  text: string;
}

const invoiceFields = 'amount cashTag createdAt expiresAt id isWhiteLabel note paidAmount paymentUrl receiptId returnUrl status';

/**
 * Makes a function that judges responses by the contract, independently of the server's own check. It returns what is wrong, or
 * undefined if nothing is.
 */
function createJudge(): (request: FuzzRequest, response: FuzzResponse) => string | undefined {
  const { paths, 'x-problems': problems } = loadContract();
  const statusesOf = new Map(
    Object.entries(paths).map(([path, { post }]) => [path, Object.keys((post as { responses: object }).responses).map(Number)]),
  );
  const seen = new Set<string>();
  return ({ method, path }, { status, headers, text }) => {
    const requestId = headers.get('x-request-id') ?? '';
    if (requestId === '' || seen.has(requestId)) return `the request id ${requestId} is none, or was there before`;
    seen.add(requestId);
    if (status >= 500) return `${status}: ${text}`;
    if (headers.get('cache-control') !== 'no-store') return 'the response may be stored';
    const statuses = method === 'POST' ? statusesOf.get(path.replace(/\?.*$/, '')) : undefined;
    if (!(statuses ?? [404, 405]).includes(status)) return `the contract has no ${status} for ${method} ${path}`;
    if (method === 'HEAD') return undefined;
    const type = headers.get('content-type');
    const body = JSON.parse(text);
    if (status === 200) {
      const fields = Object.keys(body).sort().join(' ');
      return type === 'application/json' && fields === invoiceFields ? undefined : `${type} with ${fields}`;
    }
    if (type !== 'application/problem+json') return `a problem as ${type}`;
    if (problems[body.code]?.status !== status || body.status !== status)
      return `the catalogue has no ${body.code} with ${status}`;
    return body.requestId === requestId ? undefined : 'the problem names another request';
  };
}

/** Settings of a fuzz run. */
export interface FuzzOptions extends FuzzSubject {
  baseUrl: string;
  requests: number;
  /** The same seed generates the same requests. */
  seed: number;
  /** Called before each request with the number of requests left. */
  onRequest?: (left: number) => void;
}

/** The result of a fuzz run. */
export interface FuzzResult {
  /** The number of responses with each status. */
  statuses: Readonly<Record<string, number>>;
  /** Sentences about responses that violate the contract, each with its request. */
  findings: readonly string[];
}

/** Milliseconds after which a request without a response counts as hanging. */
const patience = 30_000;
/** Client error codes for a connection that the other side has closed. */
const closed = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
/** Number of concurrent requests. */
const atOnce = 16;

/** Sends generated requests and judges every response. */
export async function fuzzServer({ baseUrl, requests, seed, onRequest, ...subject }: FuzzOptions): Promise<FuzzResult> {
  const judge = createJudge();
  const waiting = fc.sample(fuzzRequests(subject), { numRuns: requests, seed });
  const statuses: Record<string, number> = {};
  const findings: string[] = [];
  const send = async (request: FuzzRequest, again = false): Promise<void> => {
    const { method, path, headers, body } = request;
    try {
      const init = { method, headers, ...(body === undefined ? {} : { body }), signal: AbortSignal.timeout(patience) };
      const response = await fetch(baseUrl + path, init as RequestInit);
      const finding = judge(request, { status: response.status, headers: response.headers, text: await response.text() });
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      if (finding) findings.push(`${finding} ← ${describe(request)}`);
    } catch (error) {
      const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } };
      // The server may close an idle connection while a request is on its way (RFC 9112 §9.5). A second failure is not a
      // coincidence.
      if (!again && closed.has(cause?.code ?? '')) return send(request, true);
      findings.push(`${name}: ${message} (${cause?.code ?? cause?.message ?? 'no cause'}) ← ${describe(request)}`);
    }
  };
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      onRequest?.(waiting.length);
      await send(next);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { statuses, findings };
}

function describe({ method, path, headers, body }: FuzzRequest): string {
  return `${method} ${path} ${JSON.stringify({ ...headers, authorization: '…' })} ${String(body).slice(0, 300)}`;
}

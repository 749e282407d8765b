import { loadContract } from '@payment-invoice/stubs';
import fc from 'fast-check';

/** A response as received. */
interface FuzzResponse {
  status: number;
  headers: Headers;
  text: string;
}

const invoiceFields = 'amount cashTag createdAt expiresAt id isWhiteLabel note paidAmount paymentUrl receiptId returnUrl status';

/**
 * Makes a function that checks a response against the contract, without using the server's own check. The function returns a
 * sentence about the violation, or undefined.
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

export interface FuzzOptions extends FuzzSubject {
  baseUrl: string;
  requests: number;
  /** The same seed generates the same requests. */
  seed: number;
  /** Called before each request with the number of requests left. */
  onRequest?: (left: number) => void;
}

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
      // The server may close an idle connection just when a request is sent on it (RFC 9112 §9.5), so a request that fails in
      // this way is sent once more. A second failure is reported.
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

/** A generated request, ready to be sent. */
interface FuzzRequest {
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string | Buffer | undefined;
}

/** Data of the server that generated requests may use. */
interface FuzzSubject {
  token: string;
  invoiceIds: readonly string[];
  receipts: readonly string[];
}

const paths = ['/api/v1/payments/create', '/api/v1/payments/submit', '/api/v1/payments/fetch'] as const;
/** Values like those that have broken parsers, databases or templates before. */
const hostileValues = [
  '',
  ' ',
  '\0',
  '__proto__',
  'constructor',
  "' OR 1=1 --",
  '{{7*7}}',
  '<script>',
  '../../etc/passwd',
  '\ud800',
  '💸',
  'x'.repeat(9000),
];

/** Generates correct, nearly correct and hostile requests. */
function fuzzRequests({ token, invoiceIds, receipts }: FuzzSubject): fc.Arbitrary<FuzzRequest> {
  const hostile = fc.constantFrom(...hostileValues);
  const anything = fc.oneof(
    hostile,
    fc.jsonValue({ maxDepth: 3 }),
    fc.double(),
    fc.constantFrom(null, true, [], {}, Number.MAX_VALUE, -0),
  );
  const usually = <T>(value: fc.Arbitrary<T>) => fc.oneof({ weight: 20, arbitrary: value as fc.Arbitrary<unknown> }, anything);
  const url = fc.oneof(
    fc.webUrl(),
    fc.constantFrom('https://127.1/', 'http://[::1]/', 'https://a@b/', 'javascript:1', 'https://x/#'),
  );
  const extra = fc.option(fc.tuple(hostile, anything), { freq: 8 });
  const create = fc.record(
    {
      cashTag: usually(fc.stringMatching(/^\$?[a-z][a-z0-9]{0,19}$/)),
      amount: usually(fc.integer({ min: 1, max: 99_999_999 }).map((cents) => cents / 100)),
      isWhiteLabel: usually(fc.boolean()),
      callbackUrl: usually(url),
      returnUrl: usually(url),
    },
    { requiredKeys: ['cashTag', 'amount'] },
  );
  const invoiceId = usually(fc.constantFrom(...invoiceIds));
  const submit = fc.record({ invoiceId, webReceipt: usually(fc.constantFrom(...receipts)) }, { requiredKeys: ['invoiceId'] });
  const fetch = fc.record({ invoiceId });
  const whole = fc.oneof(
    fc.tuple(fc.constant(paths[0]), create as fc.Arbitrary<object>),
    fc.tuple(fc.constant(paths[1]), submit as fc.Arbitrary<object>),
    fc.tuple(fc.constant(paths[2]), fetch as fc.Arbitrary<object>),
  );
  const objects = whole.map(([, object]) => object);
  const json = fc
    .tuple(objects, extra)
    .map(([object, more]) => JSON.stringify(more ? { ...object, [more[0]]: more[1] } : object));
  const broken = fc.oneof(
    json.map((text) => text.slice(0, -1)),
    json.map((text) => `\ufeff${text}`),
    json.map((text) => text.replace('{', '{"amount":NaN,')),
    json.map((text) => text.replace('{', '{"cashTag":"$a","cashTag":"$b",')),
    fc.constant('['.repeat(10_000)),
    fc.constant(`{"cashTag":${'{"a":'.repeat(4000)}1${'}'.repeat(4000)}}`),
    fc.constant('x'.repeat(40_000)),
    fc.string(),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  );
  const headers = fc.record({
    authorization: fc.oneof(
      { weight: 12, arbitrary: fc.constant(`Bearer ${token}`) },
      fc.constantFrom('', 'Bearer', `bearer ${token}`, `Basic ${token}`, `Bearer ${token}x`, `Bearer ${token} ${token}`),
    ),
    'content-type': fc.oneof(
      { weight: 12, arbitrary: fc.constant('application/json') },
      fc.constantFrom(
        'application/json; charset=utf-8',
        'application/json; charset=latin1',
        'text/plain',
        'multipart/form-data',
        '',
      ),
    ),
    'idempotency-key': fc.oneof({ weight: 6, arbitrary: fc.constant('') }, fc.constantFrom('k1', '"k1"', 'k 2', 'k'.repeat(300))),
    'content-encoding': fc.oneof({ weight: 20, arbitrary: fc.constant('') }, fc.constant('gzip')),
  });
  // Valid requests, each a path with a matching body. A random combination of the two would hardly ever be accepted.
  const meant = whole.map(([path, object]) => ({ path, body: JSON.stringify(object) }));
  return fc
    .record({
      meant: fc.option(meant, { freq: 3 }),
      method: fc.oneof(
        { weight: 20, arbitrary: fc.constant('POST') },
        fc.constantFrom('GET', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH'),
      ),
      path: fc.oneof(
        { weight: 20, arbitrary: fc.constantFrom(...paths) },
        fc.constantFrom(
          `${paths[0]}/`,
          `${paths[0]}?token=${token}`,
          '/api/v1/payments',
          '/api/v1/payments/%00',
          '//api/v1/payments/create',
        ),
      ),
      headers,
      body: fc.oneof({ weight: 5, arbitrary: json as fc.Arbitrary<string | Buffer> }, broken),
    })
    .map(({ meant: right, method, path, headers: all, body }) => ({
      method,
      path: right?.path ?? path,
      headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')),
      body: method === 'GET' || method === 'HEAD' ? undefined : (right?.body ?? body),
    }));
}

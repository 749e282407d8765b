import { loadContract } from '@payment-invoice/stubs';
import type { FuzzRequest } from './generate-request.ts';

/** A response as it came. */
export interface FuzzResponse {
  status: number;
  headers: Headers;
  text: string;
}

const invoiceFields = 'amount cashTag createdAt expiresAt id isWhiteLabel note paidAmount paymentUrl receiptId returnUrl status';

/** Makes a judge of responses by the contract, independent of the server's own check: it returns what is wrong, undefined when nothing is. */
export function createJudge(): (request: FuzzRequest, response: FuzzResponse) => string | undefined {
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

import fc from 'fast-check';
import { type FuzzRequest, type FuzzSubject, fuzzRequests } from './generate-request.ts';
import { createJudge } from './judge-response.ts';

/** Settings of a fuzz run. */
export interface FuzzOptions extends FuzzSubject {
  baseUrl: string;
  requests: number;
  /** The same seed makes the same requests. */
  seed: number;
  /** Is told before each request how many are left. */
  onRequest?: (left: number) => void;
}

/** The result of a fuzz run. */
export interface FuzzResult {
  /** The number of responses of each status. */
  statuses: Readonly<Record<string, number>>;
  /** Sentences about responses outside the contract, each with its request. */
  findings: readonly string[];
}

/** Milliseconds without a response that count as a hang. */
const patience = 30_000;
/** Codes of a client for a connection that the other side has closed. */
const closed = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
/** Requests at once. */
const atOnce = 16;

/** Sends generated requests, and judges every response. */
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
      // The server may close an idle connection while a request is on its way to it (RFC 9112 §9.5). A second time it is no accident.
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

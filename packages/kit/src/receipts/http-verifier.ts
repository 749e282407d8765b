import type { Receipt } from '../lifecycle/receipt.ts';
import { receiptOfFields } from './receipt-claims.ts';
import type { ReceiptVerifier } from './receipt-verifier.ts';

/** The maximum number of bytes of a response to read. */
const longest = 64 * 1024;

/** The operator's HTTP service that verifies receipts. */
export interface VerifierService {
  url: string;
  /** The bearer token to send with each request. */
  token?: string | undefined;
  /** Called when the service fails, with a description for the log. The description contains no part of the receipt. */
  onFailure?: (what: string) => void;
}

/**
 * Makes a verifier that calls an HTTP service: POST `{"webReceipt": "…"}`. The service returns 200 with `{"valid": false}`, or
 * with `{"valid": true}` and receiptId, cashTag, note, amount (decimal text such as "12.50"), currency, paymentStatus and paidAt
 * (RFC 3339, UTC, milliseconds). Any other response, or none, means that the verifier is unavailable. So a failing service never
 * causes a receipt to be refused.
 */
export function createHttpVerifier({ url, token, onFailure }: VerifierService): ReceiptVerifier {
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return {
    async verify(webReceipt, { signal }) {
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...authorization },
          body: JSON.stringify({ webReceipt }),
          // Refuses redirects, because a receipt must go only to the URL that the operator set.
          redirect: 'error',
          signal,
        });
        const verdict = response.status === 200 ? readVerdict(await readText(response)) : undefined;
        if (verdict) return verdict;
        if (response.status !== 200) await response.body?.cancel();
        onFailure?.(response.status === 200 ? 'its response has an unknown form' : `it returned ${response.status}`);
      } catch (error) {
        // Reports only the error's code, because a parser's message quotes its input, which may contain the receipt.
        const { code } = ((error as Error).cause ?? {}) as { code?: string };
        onFailure?.(code ?? (error as Error).name);
      }
      return 'unavailable';
    },
  };
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > longest) throw new RangeError('The response is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function readVerdict(text: string): Receipt | 'invalid' | undefined {
  const response: unknown = JSON.parse(text);
  if (typeof response !== 'object' || response === null) return undefined;
  const { valid, ...fields } = response as Record<string, unknown>;
  if (valid === false) return 'invalid';
  return valid === true ? receiptOfFields(fields) : undefined;
}

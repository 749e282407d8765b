import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { CreateBody, Work } from './work.ts';

const create = '/api/v1/payments/create';
const fetch = '/api/v1/payments/fetch';
const fields = new Set(['cashTag', 'amount', 'isWhiteLabel', 'callbackUrl', 'returnUrl']);

/** Starts node:http with hand-written checks. Hardly any server can be faster. */
export async function startBare(work: Work): Promise<Server> {
  return createServer(async (request, response) => {
    const start = performance.now();
    const requestId = work.makeRequestId();
    const send = (status: number, body: object) => {
      const text = JSON.stringify(body);
      response.writeHead(status, {
        'Content-Type': status < 400 ? 'application/json' : 'application/problem+json',
        'Content-Length': Buffer.byteLength(text),
        'Cache-Control': 'no-store',
        'X-Request-Id': requestId,
      });
      response.end(text);
      work.logger.info(
        { requestId, method: request.method, path: request.url, status, ms: performance.now() - start },
        'answered',
      );
    };
    const fail = (status: number, code: string) => send(status, work.problem(status, code, requestId));
    try {
      const path = request.url;
      if (path !== create && path !== fetch) return fail(404, 'not_found');
      if (request.method !== 'POST') return fail(405, 'method_not_allowed');
      const account = await work.authenticate(request.headers.authorization);
      if (account === undefined) return fail(401, 'invalid_token');
      if (request.headers['content-type'] !== 'application/json') return fail(415, 'unsupported_media_type');
      const body = await readJson(request);
      if (path === create) {
        if (!isCreate(body)) return fail(422, 'validation_failed');
        const created = await work.create(account, body, [request.headers['idempotency-key']].flat()[0]);
        return created ? send(200, created) : fail(422, 'idempotency_key_reused');
      }
      if (!isFetch(body)) return fail(422, 'validation_failed');
      const invoice = await work.fetch(account, body.invoiceId);
      return invoice ? send(200, invoice) : fail(404, 'invoice_not_found');
    } catch (error) {
      return error instanceof SyntaxError ? fail(400, 'malformed_json') : fail(500, 'internal_error');
    }
  });
}

function readJson(request: IncomingMessage): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > 32 * 1024) request.destroy();
      chunks.push(chunk);
    });
    request.on('error', reject);
    request.on('end', () => {
      try {
        resolve(JSON.parse((chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)).toString()));
      } catch (error) {
        reject(error);
      }
    });
  });
}

function isCreate(body: unknown): body is CreateBody {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  for (const name of Object.keys(body)) if (!fields.has(name)) return false;
  const { cashTag, amount, isWhiteLabel, callbackUrl, returnUrl } = body as Record<string, unknown>;
  return (
    typeof cashTag === 'string' &&
    /^\$?(?=.{1,20}$)[0-9]*[A-Za-z][A-Za-z0-9]*$/.test(cashTag) &&
    typeof amount === 'number' &&
    amount >= 0.01 &&
    amount <= 999_999.99 &&
    (isWhiteLabel === undefined || typeof isWhiteLabel === 'boolean') &&
    isUrl(callbackUrl) &&
    isUrl(returnUrl)
  );
}

function isUrl(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && value.length <= 2048 && URL.canParse(value));
}

function isFetch(body: unknown): body is { invoiceId: string } {
  if (typeof body !== 'object' || body === null || Object.keys(body).length !== 1) return false;
  const { invoiceId } = body as Record<string, unknown>;
  return typeof invoiceId === 'string' && invoiceId.length >= 1 && invoiceId.length <= 255;
}

import type { ApiResponse } from '@payment-invoice/stubs';
import type { Context } from 'koa';
import type { ConsoleParts, Visitor } from './visitor.ts';

/** A problem of the catalogue, in the form of a response's body. */
export interface ProblemBody {
  code: string;
  title: string;
  detail?: string;
  errors?: readonly { pointer: string; code: string; detail: string }[];
}

/**
 * Sends a request to the API for the reader, as the reader's own program would: with the token, through every check,
 * subject to the limits and outages that are switched on, and recorded in the journal. The API request has the same id
 * as the page's request.
 */
export function callApi(
  ctx: Context,
  { api }: Pick<ConsoleParts, 'api'>,
  { token }: Visitor,
  path: string,
  text: string,
  idempotencyKey = '',
): Promise<ApiResponse> {
  const body = Buffer.from(text);
  return api.handle({
    method: 'POST',
    path,
    rawHeaders: [
      ...['Authorization', `Bearer ${token}`, 'Content-Type', 'application/json', 'User-Agent', 'sandbox-console'],
      ...(idempotencyKey === '' ? [] : ['Idempotency-Key', idempotencyKey]),
    ],
    requestId: ctx.state.requestId,
    remoteAddress: ctx.ip || undefined,
    readBody: async () => body,
  });
}

/** Returns the problem of a response; undefined for a success. */
export function problemOfResponse({ status, body }: ApiResponse): ProblemBody | undefined {
  return status < 400 ? undefined : (body as ProblemBody);
}

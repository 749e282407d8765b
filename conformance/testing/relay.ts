import type { IncomingMessage, ServerResponse } from 'node:http';

interface Relayed {
  status: number;
  ok: boolean;
  headers: Record<string, string>;
  text: string;
  /** The body that the request had. */
  body: string;
}

/** Headers that describe one connection, or a body as it is sent there. */
const own = new Set(['host', 'connection', 'content-length', 'transfer-encoding']);

/**
 * Sends a request on to another server, with other headers if they are given, and returns the response. Returns undefined, and
 * closes the connection, if either side hangs up: a test may end a run at any moment.
 */
export async function relay(
  baseUrl: string,
  request: IncomingMessage,
  response: ServerResponse,
  given?: Record<string, string>,
): Promise<Relayed | undefined> {
  const { method = '', url = '' } = request;
  const sent = Object.entries(request.headers).flatMap(([name, value]) => (own.has(name) ? [] : [[name, String(value)]]));
  const headers = given ?? Object.fromEntries(sent);
  try {
    const body = Buffer.concat(await request.toArray()).toString();
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const answer = await fetch(baseUrl + url, { method, headers, ...(hasBody && { body }) });
    const { status, ok } = answer;
    return { status, ok, headers: Object.fromEntries(answer.headers), text: await answer.text(), body };
  } catch {
    response.destroy();
    return undefined;
  }
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as a handler sees it. */
export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  text: string;
}

export interface Told {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** Unless it is JSON. */
  type?: string;
}

/** A server that was started for a test or a measurement. */
export interface Served {
  baseUrl: string;
  close(): Promise<void>;
}

/** Serves a handler on a free port of this machine. */
export async function serveJson(handle: (asked: Asked) => Told): Promise<Served> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
      const asked = {
        method: request.method ?? '',
        path: pathname,
        query: searchParams,
        headers: request.headers,
        text: Buffer.concat(chunks).toString(),
      };
      tell(
        response,
        attempt(() => handle(asked)),
      );
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function attempt(handle: () => Told): Told {
  try {
    return handle();
  } catch (error) {
    return { status: 500, body: { error: String(error) } };
  }
}

function tell(response: ServerResponse, { status, body, headers = {}, type = 'application/json' }: Told): void {
  response.writeHead(status, { ...headers, ...(body !== undefined && { 'Content-Type': type }) });
  response.end(
    body === undefined ? undefined : type === 'application/json' || typeof body !== 'string' ? JSON.stringify(body) : body,
  );
}

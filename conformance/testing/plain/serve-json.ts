import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { load } from 'js-yaml';

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
  /** Content-Type of the response. Default: JSON. */
  type?: string;
}

/** A running server of a test or a measurement. */
export interface Served {
  baseUrl: string;
  close(): Promise<void>;
}

/** Reads the schemas of a contract. Removes the keyword whose path below the schemas is given in `without`. */
export function readSchemas(contract: string, without?: string): Record<string, Record<string, unknown>> {
  const { components } = load(readFileSync(contract, 'utf8')) as {
    components: { schemas: Record<string, Record<string, unknown>> };
  };
  const keys = without?.split('/') ?? [];
  const holder = keys.slice(0, -1).reduce<unknown>((at, key) => Object(at)[key], components.schemas);
  const last = keys.at(-1);
  if (last !== undefined && Array.isArray(holder)) holder.splice(holder.indexOf(last), 1);
  else if (last !== undefined) delete Object(holder)[last];
  return components.schemas;
}

/** Starts a server on a free port of this machine. It handles each request with the given function. */
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

import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeCertificate } from '../../testing/make-certificate.ts';
import { serveForTest } from '../../testing/serve-for-test.ts';
import { sendRequest } from './send-request.ts';

/** Serves until the test ends, and returns the port. */
const portOf = async (server: Server): Promise<string> => new URL(await serveForTest(server)).port;
const failureAt = async (baseUrl: string) =>
  (await sendRequest({ baseUrl, token: 'token', timeout: 10_000 }, { method: 'GET', path: '/', headers: [] })).failure;

test('says where a certificate of an authority of one’s own is named', async (context) => {
  const certificate = makeCertificate('localhost');
  if (!certificate) return context.skip('There is no openssl to make a certificate with.');
  const port = await portOf(createHttpsServer(certificate, (_, response) => void response.end()));
  expect(await failureAt(`https://localhost:${port}`)).toMatch(/not trusted here; .* with --ca$/);
});

test.for(['TLSv1.2', 'TLSv1.3'] as const)(
  'says in a sentence that a client certificate is asked for, over %s',
  async (version, context) => {
    const certificate = makeCertificate('localhost');
    if (!certificate) return context.skip('There is no openssl to make a certificate with.');
    const settings = { ...certificate, requestCert: true, rejectUnauthorized: true, minVersion: version, maxVersion: version };
    const port = await portOf(createHttpsServer(settings, (_, response) => void response.end()));
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    onTestFinished(() => void vi.unstubAllEnvs());
    // The messages differ after these words, because TLS 1.2 has no specific alert for a missing certificate.
    expect(await failureAt(`https://localhost:${port}`)).toMatch(/asks for a certificate of the client[^\n]*$/);
  },
);

test('knows a server that does not speak TLS', async () => {
  const port = await portOf(createHttpServer((_, response) => void response.end()));
  expect(await failureAt(`https://localhost:${port}`)).toBe(
    'it does not speak TLS, so it may be http that it wants, and not https',
  );
});

test('recognizes a server that supports nothing but TLS', async () => {
  const certificate = makeCertificate('localhost');
  const port = await portOf(createHttpsServer(certificate ?? {}, (_, response) => void response.end()));
  expect(await failureAt(`http://localhost:${port}`)).toBe('the connection was closed before a response came');
});

async function failureOf(response: string): Promise<string | undefined> {
  const server = createTcpServer((socket) => socket.on('error', () => {}).end(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return failureAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

test('a greeting of another protocol', async () => {
  expect(await failureOf('SSH-2.0-OpenSSH_9.2\r\n')).toMatch(/^what came back is no HTTP response \([^)]*\)$/);
});

test('a length that an older Node.js cannot read', async () => {
  const failure = await failureOf('HTTP/1.1 200 OK\r\nContent-Length: 2,\t\r\n\r\n{}');
  expect(failure).toMatch(/^what came back is no HTTP response \(.*\); a tab after the number is right, .* newer Node.js/);
});

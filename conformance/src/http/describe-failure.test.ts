import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeCertificate } from '../../testing/make-certificate.ts';
import { sendRequest } from './send-request.ts';

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}
const failureAt = async (baseUrl: string) =>
  (await sendRequest({ baseUrl, token: 'token', timeout: 10_000 }, { method: 'GET', path: '/', headers: [] })).failure;

test('says where a certificate of an authority of one’s own is named', async (context) => {
  const certificate = makeCertificate('localhost');
  if (!certificate) return context.skip('There is no openssl to make a certificate with.');
  const port = await listen(createHttpsServer(certificate, (_, response) => void response.end()));
  expect(await failureAt(`https://localhost:${port}`)).toMatch(/not trusted here; .* with --ca$/);
});

test.for(['TLSv1.2', 'TLSv1.3'] as const)(
  'says in a sentence that a client certificate is asked for, over %s',
  async (version, context) => {
    const certificate = makeCertificate('localhost');
    if (!certificate) return context.skip('There is no openssl to make a certificate with.');
    const settings = { ...certificate, requestCert: true, rejectUnauthorized: true, minVersion: version, maxVersion: version };
    const port = await listen(createHttpsServer(settings, (_, response) => void response.end()));
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    onTestFinished(() => void vi.unstubAllEnvs());
    // TLS 1.2 has no specific alert for this.
    expect(await failureAt(`https://localhost:${port}`)).toMatch(/asks for a certificate of the client[^\n]*$/);
  },
);

test('knows a server that does not speak TLS', async () => {
  const port = await listen(createHttpServer((_, response) => void response.end()));
  expect(await failureAt(`https://localhost:${port}`)).toBe(
    'it does not speak TLS, so it may be http that it wants, and not https',
  );
});

test('knows a server that speaks nothing else', async () => {
  const certificate = makeCertificate('localhost');
  const port = await listen(createHttpsServer(certificate ?? {}, (_, response) => void response.end()));
  expect(await failureAt(`http://localhost:${port}`)).toBe('the connection was closed before a response came');
});

test('a greeting of another protocol', async () => {
  const server = createTcpServer((socket) => socket.on('error', () => {}).end('SSH-2.0-OpenSSH_9.2\r\n'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  expect(await failureAt(`http://127.0.0.1:${port}`)).toMatch(/^what came back is no HTTP response \(/);
});

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { sendRequest } from './send-request.ts';

const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-tls-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}
const failureAt = async (baseUrl: string) =>
  (await sendRequest({ baseUrl, token: 'token', timeout: 10_000 }, { method: 'GET', path: '/', headers: [] })).failure;

/** A certificate for the name, signed by itself; undefined where there is no openssl. */
function makeCertificate(name: string): { key: Buffer; cert: Buffer } | undefined {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const args = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    key,
    '-out',
    cert,
    '-days',
    '1',
    '-subj',
    `/CN=${name}`,
  ];
  try {
    execFileSync('openssl', args, { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

test('says where a certificate of an authority of one’s own is named', async (context) => {
  const certificate = makeCertificate('localhost');
  if (!certificate) return context.skip('There is no openssl to make a certificate with.');
  const port = await listen(createHttpsServer(certificate, (_, response) => void response.end()));
  expect(await failureAt(`https://localhost:${port}`)).toMatch(/not trusted here; .* NODE_EXTRA_CA_CERTS$/);
});

test('knows a server that does not speak TLS', async () => {
  const port = await listen(createHttpServer((_, response) => void response.end()));
  expect(await failureAt(`https://localhost:${port}`)).toBe('it does not speak TLS: http instead of https?');
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

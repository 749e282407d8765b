/** Tests the messages for deployments against which a run cannot start. */

import { createServer, type Server } from 'node:http';
import { createSecureServer, type SecureServerOptions } from 'node:http2';
import type { Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { facts } from '../../payments/facts.ts';
import { loadContract } from '../../payments/load-contract.ts';
import { makeCertificate } from '../../testing/make-certificate.ts';
import { serveForTest } from '../../testing/serve-for-test.ts';
import { findBaseline } from './find-baseline.ts';
import type { SubjectSettings } from './subject.ts';

const contract = loadContract();

/** Makes an HTTP/2 server that can be closed in the same way as an HTTP/1.1 server. */
function http2Server(settings: SecureServerOptions, respond: NonNullable<Parameters<typeof createSecureServer>[1]>): Server {
  const sockets = new Set<Socket>();
  const server = createSecureServer(settings, respond).on('connection', (socket: Socket) => sockets.add(socket));
  return Object.assign(server as unknown as Server, {
    closeAllConnections: () => {
      for (const socket of sockets) socket.destroy();
    },
  });
}

/** Returns the message with which a run stops because the server accepts no create request. */
async function messageOf(server: Server, scheme = 'http'): Promise<unknown> {
  const baseUrl = (await serveForTest(server)).replace(
    /^http:\/\/127\.0\.0\.1/,
    `${scheme}://${scheme === 'https' ? 'localhost' : '127.0.0.1'}`,
  );
  const settings: SubjectSettings = {
    ...{ baseUrl, token: 'tok', timeout: 5000, maxWait: 1000, given: {}, seed: 1 },
    ...{ userAgent: 'test', noSandbox: false },
  };
  return findBaseline(contract, settings, facts.choices({ cashTag: '$coffeeshop', amount: 12.34 })).catch(
    (error: Error) => error.message,
  );
}

test.each([
  ['a redirect to itself', 307, { Location: '/api/v1/payments/create' }, 'points to itself: no request ever gets there.'],
  ['a limit of a day', 429, { 'Retry-After': '86400' }, 'returns 429 and asks to wait 86400 s, longer than 1 s (--max-wait).'],
])('%s to each create', async (_name, status, headers, sentence) => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(status, headers).end('no'));
  });
  const message = await messageOf(server);
  expect(message).toMatch(new RegExp(`${sentence.replace(/[().]/g, String.raw`\$&`)}$`));
});

const refusal = (status: number, headers: Record<string, string>, body: string) =>
  messageOf(
    createServer((request, response) => void request.resume().on('end', () => response.writeHead(status, headers).end(body))),
  );

test.each([
  ['a challenge', 401, { 'WWW-Authenticate': 'Bearer' }, ''],
  ['a problem', 403, {}, '{"title":"This token may not create invoices."}'],
])('%s says that it is about the token', async (_name, status, headers, body) => {
  const message = await refusal(status, headers, body);
  expect(message).toContain('the token is not accepted. Check --token');
  if (body !== '') expect(message).toContain(body);
});

test.each([
  [
    'a page of a firewall',
    403,
    '<!doctype html><html><title>Attention Required! | Cloudflare</title>token',
    /Attention Required! \| Cloudflare$/,
  ],
  ['a page without a title', 403, `<p>${'<'.repeat(50_000)}<b>You</b> are blocked`, /may refuse the suite/],
  ['nothing', 401, '', /or check --token \(or TOKEN\)\.$/],
])('%s does not, and is shown', async (_name, status, body, sentence) => {
  const message = await refusal(status, {}, body);
  expect(message).not.toContain('the token is not accepted');
  expect(message).toMatch(sentence);
});

test('HTTP/2 and nothing else is refused in a sentence', async (context) => {
  const certificate = makeCertificate('localhost');
  if (!certificate) return context.skip('There is no openssl to make a certificate with.');
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  onTestFinished(() => void vi.unstubAllEnvs());
  const only = http2Server({ ...certificate, allowHTTP1: false }, (_, response) => response.end());
  expect(await messageOf(only, 'https')).toMatch(
    /^https:\S+ cannot be checked: it speaks only HTTP\/2, and the suite speaks HTTP\/1\.1: let /,
  );
  const both = http2Server({ ...certificate, allowHTTP1: true }, (_, response) => response.writeHead(403).end());
  expect(await messageOf(both, 'https')).toContain('returned 403');
});

import { request as httpsRequest } from 'node:https';
import type { Adapter } from '../src/adapter/adapter.ts';
import { http } from '../src/node-http.ts';

/** The adapter for the reference server's sandbox: each function calls a route below `/sandbox`. */
export const sandboxAdapter = {
  async pay({ invoice, ...asked }, deployment) {
    const { status, text } = await post('/sandbox/payments', { invoiceId: invoice.id, ...asked }, deployment);
    if (!isSuccess(status)) return null;
    const { webReceipt } = JSON.parse(text) as { webReceipt: string };
    const [differs] = Object.keys(asked.differs ?? {});
    // If the sandbox cannot issue a receipt with this difference, it responds with an error. `pay` then returns null above.
    return differs === undefined ? webReceipt : { receipt: webReceipt, differs };
  },
  async advanceTime(seconds, deployment) {
    await ask('/sandbox/clock', { advanceSeconds: Math.ceil(seconds) }, deployment);
  },
  async mintToken(wish, deployment) {
    // The sandbox issues bearer tokens only, and no credentials for another scheme.
    if (wish.scheme !== undefined) return null;
    const { token } = await ask('/sandbox/tokens', wish, deployment);
    return String(token);
  },
  async revokeToken(token, deployment) {
    await ask('/sandbox/tokens/revoke', { token }, deployment);
  },
  async narrowToken(token, scopes, deployment) {
    await ask('/sandbox/tokens/scopes', { token, scopes }, deployment);
  },
  async mintExpiringToken(seconds, deployment) {
    const { token } = await ask('/sandbox/tokens', { expiresIn: seconds }, deployment);
    return String(token);
  },
  async limitRates(on, deployment) {
    await ask('/sandbox/rate-limits', { on }, deployment);
  },
  async outage(part, on, deployment) {
    await ask('/sandbox/outage', { part, on }, deployment);
  },
  async rotateSecret(deployment) {
    const { callbackSecret } = await ask('/sandbox/callback-secret', {}, deployment);
    return String(callbackSecret);
  },
  async nameInside(url) {
    // In the sandbox, `inside.test` has two addresses: 127.0.0.1, which is allowed, and 10.0.0.1, which is private.
    const inside = new URL(url);
    inside.hostname = 'inside.test';
    return inside.href;
  },
} satisfies Adapter;

async function ask(path: string, body: unknown, deployment: Deployment): Promise<Record<string, unknown>> {
  const { status, text } = await post(path, body, deployment);
  if (!isSuccess(status)) throw new Error(`The sandbox returned ${status} to ${path}.`);
  return JSON.parse(text);
}

interface Deployment {
  baseUrl: string;
  token: string;
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/**
 * Posts JSON with `node:http`, because each call of `fetch` takes twice as much CPU time, and the first call in a process also
 * loads an HTTP client.
 */
function post(path: string, body: unknown, { baseUrl, token }: Deployment): Promise<{ status: number; text: string }> {
  const url = new URL(baseUrl + path);
  const sent = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? httpsRequest : http.request)(url, {
      method: 'POST',
      // Opens a new connection each time. The server may close a kept-alive one at the moment when the next request is sent.
      agent: false,
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(sent),
      },
    });
    request.once('error', reject).once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.once('error', reject).once('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    request.end(sent);
  });
}

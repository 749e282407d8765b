import type { Adapter } from '../src/adapter/adapter.ts';

/** The adapter for the reference server's sandbox: each function calls a route below `/sandbox`. */
export const sandboxAdapter = {
  async pay({ invoice, ...asked }, deployment) {
    const response = await post('/sandbox/payments', { invoiceId: invoice.id, ...asked }, deployment);
    if (!response.ok) return null;
    const { webReceipt } = (await response.json()) as { webReceipt: string };
    const [differs] = Object.keys(asked.differs ?? {});
    // The sandbox refuses a difference that it does not support.
    return differs === undefined ? webReceipt : { receipt: webReceipt, differs };
  },
  async advanceTime(seconds, deployment) {
    await ask('/sandbox/clock', { advanceSeconds: Math.ceil(seconds) }, deployment);
  },
  async mintToken(wish, deployment) {
    // The sandbox has tokens only.
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
    // The sandbox resolves the host name `inside` to its own machine, and to 10.0.0.1.
    const inside = new URL(url);
    inside.hostname = 'inside.test';
    return inside.href;
  },
} satisfies Adapter;

async function ask(
  path: string,
  body: unknown,
  deployment: { baseUrl: string; token: string },
): Promise<Record<string, unknown>> {
  const response = await post(path, body, deployment);
  if (!response.ok) throw new Error(`The sandbox returned ${response.status} to ${path}.`);
  return (await response.json()) as Record<string, unknown>;
}

function post(path: string, body: unknown, { baseUrl, token }: { baseUrl: string; token: string }): Promise<Response> {
  return fetch(baseUrl + path, {
    method: 'POST',
    // A kept-alive connection may be closed just as the next request is sent.
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', Connection: 'close' },
    body: JSON.stringify(body),
  });
}

/** The second server's adapter: each function calls one of the server's own endpoints below /test/. */

async function post(path, body, { baseUrl, token }) {
  const response = await fetch(`${baseUrl}/test/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST /test/${path} got the status ${response.status}`);
  return response.json();
}

export async function pay({ invoice, ...asked }, context) {
  const { cashTag, note } = invoice;
  const { webReceipt } = await post('payments', { cashTag, note, ...asked }, context);
  const [differs] = Object.keys(asked.differs ?? {});
  return differs === undefined ? webReceipt : { receipt: webReceipt, differs };
}

export async function advanceTime(seconds, context) {
  await post('clock', { seconds }, context);
}

export async function mintToken(wanted, context) {
  return (await post('tokens', wanted, context)).token;
}

export async function revokeToken(token, context) {
  await post('tokens/revoke', { token }, context);
}

export async function narrowToken(token, scopes, context) {
  await post('tokens/scopes', { token, scopes }, context);
}

export async function restart(context) {
  await post('restart', {}, context);
}

export async function mintExpiringToken(seconds, context) {
  return (await post('tokens', { expiresIn: seconds }, context)).token;
}

export async function limitRates(on, context) {
  await post('rate-limits', { on }, context);
}

export async function outage(part, on, context) {
  await post('outage', { part, on }, context);
}

export async function rotateSecret(context) {
  return (await post('secret', {}, context)).callbackSecret;
}

export function nameInside(url) {
  const inside = new URL(url);
  inside.hostname = 'inside.test';
  return inside.href;
}

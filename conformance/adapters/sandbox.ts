import type { Adapter } from '../src/subject/adapter.ts';

/** The adapter for the reference server's sandbox: `POST /sandbox/payments` makes receipts, `POST /sandbox/clock` moves its clock. */
export const sandboxAdapter: Adapter = {
  async pay({ invoice, amount, outcome }, deployment) {
    const response = await post('/sandbox/payments', { invoiceId: invoice.id, amount, outcome }, deployment);
    if (!response.ok) return null;
    const { webReceipt } = (await response.json()) as { webReceipt: string };
    return webReceipt;
  },
  async advanceTime(seconds, deployment) {
    const response = await post('/sandbox/clock', { advanceSeconds: Math.ceil(seconds) }, deployment);
    if (!response.ok) throw new Error(`The sandbox's clock was not moved: it answered ${response.status}.`);
  },
};

function post(path: string, body: unknown, { baseUrl, token }: { baseUrl: string; token: string }): Promise<Response> {
  return fetch(baseUrl + path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

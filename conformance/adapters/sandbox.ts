import type { Adapter } from '../src/subject/adapter.ts';

/** The adapter for the reference server's sandbox: its `POST /sandbox/payments` makes receipts. */
export const sandboxAdapter: Adapter = {
  async pay({ invoice, amount, outcome }, { baseUrl, token }) {
    const response = await fetch(`${baseUrl}/sandbox/payments`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ invoiceId: invoice.id, amount, outcome }),
    });
    if (!response.ok) return null;
    const { webReceipt } = (await response.json()) as { webReceipt: string };
    return webReceipt;
  },
};

import { createHash, randomUUID } from 'node:crypto';
import type { KilledServer } from './killed-server.ts';

/** The responses that a client had about one invoice. Only this client touches it, so the store must match the last of them. */
export interface ToldInvoice {
  /** Every response that was an invoice, oldest first. */
  responses: { id: string; status: string; receiptId: string | null }[];
  /** SHA-256 of each receipt that was counted. */
  receipts: string[];
  idempotencyKey: string;
}

/** Invoice amount in major units; a part is one of them. */
const parts = 4;

/**
 * Creates, submits and fetches as a client until the server is killed no more. Whatever is cut off is sent again, and each
 * receipt is sent twice at once: neither may make an invoice or a payment count twice. What is wrong goes to `findings`.
 */
export async function payUntilSpared(server: KilledServer, random: () => number, findings: string[]): Promise<ToldInvoice[]> {
  const told: ToldInvoice[] = [];
  while (server.isKilled) {
    const invoice: ToldInvoice = { responses: [], receipts: [], idempotencyKey: randomUUID() };
    told.push(invoice);
    try {
      await payInvoice(server, invoice, random, findings);
    } catch (error) {
      // A refusal: the server has forgotten something.
      if (!(error instanceof RangeError)) throw error;
      findings.push(`${invoice.responses[0]?.id}: ${error.message}`);
    }
  }
  return told;
}

async function payInvoice(
  server: KilledServer,
  { responses, receipts, idempotencyKey }: ToldInvoice,
  random: () => number,
  findings: string[],
): Promise<void> {
  // Nobody listens there: it matters only that the event is kept.
  const order = { cashTag: '$c', amount: parts, callbackUrl: 'http://127.0.0.1:9/' };
  const created = await server.post('/api/v1/payments/create', order, { 'idempotency-key': idempotencyKey });
  responses.push(created);
  const { id } = created;
  // Some are left with nothing, some with a part, some are paid, one in ten fails.
  const fails = random() < 0.1;
  const payments = fails ? 1 : Math.floor(random() * (parts + 1));
  for (let i = 0; i < payments; i++) {
    const outcome = fails ? 'failed' : 'completed';
    const { webReceipt } = await server.post('/sandbox/payments', { invoiceId: id, amount: 1, outcome });
    const submit = () => server.post('/api/v1/payments/submit', { invoiceId: id, webReceipt });
    const [first, second] = await Promise.all([submit(), submit()]);
    if (JSON.stringify(first) !== JSON.stringify(second)) findings.push(`${id}: one receipt sent twice had two answers.`);
    responses.push(first);
    receipts.push(createHash('sha256').update(webReceipt).digest('hex'));
    const fetched = await server.post('/api/v1/payments/fetch', { invoiceId: id });
    if (JSON.stringify(fetched) !== JSON.stringify(first)) {
      findings.push(`${id}: submit answered ${JSON.stringify(first)}, fetch after it ${JSON.stringify(fetched)}.`);
    }
  }
}

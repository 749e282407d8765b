import { createHmac, randomInt } from 'node:crypto';

/** The payment that a receipt is for; the amount in major units. */
export interface PayOutcome {
  of: string;
  amount: number;
  outcome: 'completed' | 'failed' | 'pending';
}

/** Writes a receipt: the payment as base64url of JSON, a dot, and a code that only this server can make. */
export function writeReceipt(secret: Buffer, outcome: PayOutcome): string {
  const text = Buffer.from(JSON.stringify({ ...outcome, serial: randomInt(2 ** 47) })).toString('base64url');
  return `${text}.${code(secret, text)}`;
}

/** Reads a receipt; undefined unless this server made it for the invoice. */
export function readReceipt(secret: Buffer, receipt: string, invoiceId: string): PayOutcome | undefined {
  const [text = '', given] = receipt.split('.');
  if (given !== code(secret, text)) return undefined;
  const outcome = JSON.parse(Buffer.from(text, 'base64url').toString()) as PayOutcome;
  return outcome.of === invoiceId ? outcome : undefined;
}

const code = (secret: Buffer, text: string): string => createHmac('sha256', secret).update(text).digest('hex');

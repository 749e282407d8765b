import { createHmac, randomInt } from 'node:crypto';

/** What a receipt says of its payment; the amount in major units. */
export interface PayOutcome {
  of: string;
  amount: number;
  outcome: 'completed' | 'failed' | 'pending';
}

/** A receipt: what was paid, as base64url of JSON, then a dot and a code that only this server can make. */
export function writeReceipt(secret: Buffer, outcome: PayOutcome): string {
  const text = Buffer.from(JSON.stringify({ ...outcome, serial: randomInt(2 ** 47) })).toString('base64url');
  return `${text}.${code(secret, text)}`;
}

/** What the receipt says, if this server made it and it is for the invoice. */
export function readReceipt(secret: Buffer, receipt: string, invoiceId: string): PayOutcome | undefined {
  const [text = '', given] = receipt.split('.');
  if (given !== code(secret, text)) return undefined;
  const outcome = JSON.parse(Buffer.from(text, 'base64url').toString()) as PayOutcome;
  return outcome.of === invoiceId ? outcome : undefined;
}

const code = (secret: Buffer, text: string): string => createHmac('sha256', secret).update(text).digest('hex');

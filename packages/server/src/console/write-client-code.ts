import { operationTable } from '@payment-invoice/generated';
import type { RecordedRequest } from './journal.ts';
import { maskedReceipt } from './mask-body.ts';
import { plainText } from './plain-text.ts';

/** Writes a request as a call of the client; undefined when the client could not have sent it. */
export function writeClientCode({ method, path, headers, body }: RecordedRequest): string | undefined {
  const found = Object.entries(operationTable).find(([, operation]) => operation.path === path && operation.method === method);
  const fields = readObject(body);
  if (!found || !fields) return undefined;
  const key = headers.find(([name]) => /^idempotency-key$/i.test(name))?.[1];
  const options = key === undefined ? '' : `, { idempotencyKey: ${quote(key)} }`;
  return `import { createClient } from '@payment-invoice/client';

const payments = createClient({ baseUrl: process.env.BASE_URL ?? '', token: process.env.TOKEN ?? '' });

const invoice = await payments.${found[0]}(${writeFields(fields)}${options});
`;
}

function writeFields(fields: object): string {
  const lines = Object.entries(fields).map(([name, value]) => {
    const key = /^[a-z]\w*$/i.test(name) ? name : quote(name);
    return `  ${key}: ${value === maskedReceipt ? "process.env.WEB_RECEIPT ?? ''" : typeof value === 'string' ? quote(value) : plainText(JSON.stringify(value))},\n`;
  });
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}}`;
}

/** Quotes a text in the code style of this project. JSON's escapes are valid in JavaScript too. */
function quote(text: string): string {
  return `'${plainText(JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'"))}'`;
}

function readObject(body: string): object | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

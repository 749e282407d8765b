import type { RecordedRequest } from './journal.ts';
import { maskedReceipt } from './mask-body.ts';
import { hasUnseen } from './plain-text.ts';

/** Headers that curl sets by itself, or that would be wrong in another request. */
const curlsOwn = /^(?:accept|content-length|user-agent|expect)$/i;

/** Writes a request as a curl line for a shell with BASE_URL and TOKEN, and WEB_RECEIPT where there was a receipt. */
export function writeCurl({
  method,
  path,
  headers,
  body,
}: Pick<RecordedRequest, 'method' | 'path' | 'headers' | 'body'>): string {
  const lines = [
    `curl -sS -X ${quote(method)} "$BASE_URL"${quote(path)}`,
    `-H "Authorization: Bearer $TOKEN"`,
    ...headers.filter(([name]) => !curlsOwn.test(name)).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === '' ? [] : [`--data-raw ${body.split(maskedReceipt).map(quote).join('"$WEB_RECEIPT"')}`]),
  ];
  return lines.join(' \\\n  ');
}

/** Quotes a text for a shell. One with characters that cannot be seen is written with escapes, as a terminal would act on them. */
function quote(text: string): string {
  if (/^[\w/.-]+$/.test(text)) return text;
  if (!hasUnseen(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  const escaped = text.replace(/['\\]|[^ -~]/gu, (character) =>
    character === "'" || character === '\\'
      ? `\\${character}`
      : [...Buffer.from(character)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join(''),
  );
  return `$'${escaped}'`;
}

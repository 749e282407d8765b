import { operationTable } from '@payment-invoice/generated';
import { type Html, html } from '@payment-invoice/kit/pages';
import type { Header, RecordedRequest } from './journal.ts';
import { maskedReceipt } from './mask-body.ts';
import { renderMessage, shownCharacters } from './render-exchange.ts';
import { hasUnseen, plainText, renderHttpStatus } from './render-values.ts';

/** Headers that curl sets itself, or that would be wrong when the request is sent again. */
const curlsOwn = /^(?:accept|content-length|user-agent|expect)$/i;

/** Writes a request as a curl command with the shell variables BASE_URL, TOKEN and, for a receipt, WEB_RECEIPT. */
export function writeCurl({ method, path, headers, body }: RecordedRequest): string {
  const lines = [
    `curl -sS -X ${quote(method)} "$BASE_URL"${quote(path)}`,
    `-H "Authorization: Bearer $TOKEN"`,
    ...headers.filter(([name]) => !curlsOwn.test(name)).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === '' ? [] : [`--data-raw ${body.split(maskedReceipt).map(quote).join('"$WEB_RECEIPT"')}`]),
  ];
  return lines.join(' \\\n  ');
}

/** Quotes a string for a shell. Invisible characters become escapes, because a terminal would interpret them. */
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

function renderCopies(request: RecordedRequest): Html {
  const code = writeClientCode(request);
  return html`${renderCopy(`${request.requestId}-curl`, 'Copy as curl', writeCurl(request), 'Set BASE_URL and TOKEN first, and WEB_RECEIPT if there was a receipt.')}
${code && renderCopy(`${request.requestId}-code`, 'Copy as client code', code, 'For @payment-invoice/client.')}`;
}

function renderCopy(id: string, words: string, text: string, hint: string): Html {
  return html`<details id="${id}">
<summary>${words}</summary>
<div class="copy"><pre id="${id}-text" tabindex="0" role="group" aria-label="${words}">${text}</pre><button class="small" type="button" data-copy="${id}-text" hidden>Copy</button></div>
<p class="hint">${hint}</p>
</details>`;
}

/** The Authorization header, which every recorded request had. Its token is not recorded. */
const authorization: Header = ['Authorization', 'Bearer ••••••••'];

/** Renders a request and its outcome on one line. */
export function renderRequestLine({ method, path, status, ms, responseBody }: RecordedRequest): Html {
  const code = status < 400 ? undefined : /"code":"(\w{1,64})"/.exec(responseBody)?.[1];
  return html`${renderHttpStatus(status)} <span class="code">${plainText(method)} ${plainText(path)}</span>${code && html` <span class="code problem">${code}</span>`} <span class="soft number">${ms} ms</span>`;
}

/** Renders a request with its response, and with code that sends it again. `isWhole` shows long bodies in full. */
export function renderRequest(request: RecordedRequest, isWhole = false): Html {
  const { requestId, method, path, headers, body, status, responseHeaders, responseBody } = request;
  const asked = { words: 'Request', firstLine: `${method} ${path}`, headers: [authorization, ...headers], body };
  const shownHeaders = [['X-Request-Id', requestId] as const, ...responseHeaders];
  const responded = { words: 'Response', firstLine: String(status), headers: shownHeaders, body: responseBody };
  return html`<div class="exchange">
${renderMessage(asked, `${requestId}-request`, isWhole)}
${renderMessage(responded, `${requestId}-response`, isWhole)}
</div>
${isWhole || body.length <= shownCharacters ? renderCopies(request) : undefined}`;
}

/** Writes a request as a call of the client. Returns undefined if the client could not have sent the request. */
export function writeClientCode({ method, path, headers, body }: RecordedRequest): string | undefined {
  const found = Object.entries(operationTable).find(([, operation]) => operation.path === path && operation.method === method);
  const fields = readObject(body);
  if (!found || !fields) return undefined;
  const key = headers.find(([name]) => /^idempotency-key$/i.test(name))?.[1];
  const options = key === undefined ? '' : `, { idempotencyKey: ${quoteInCode(key)} }`;
  return `import { createClient } from '@payment-invoice/client';

const payments = createClient({ baseUrl: process.env.BASE_URL ?? '', token: process.env.TOKEN ?? '' });

const invoice = await payments.${found[0]}(${writeFields(fields)}${options});
`;
}

function writeFields(fields: object): string {
  const lines = Object.entries(fields).map(([name, value]) => {
    const key = /^[a-z]\w*$/i.test(name) ? name : quoteInCode(name);
    return `  ${key}: ${value === maskedReceipt ? "process.env.WEB_RECEIPT ?? ''" : typeof value === 'string' ? quoteInCode(value) : plainText(JSON.stringify(value))},\n`;
  });
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}}`;
}

/** Writes text as a JavaScript string with single quotes. The escapes of JSON are also valid in JavaScript. */
function quoteInCode(text: string): string {
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

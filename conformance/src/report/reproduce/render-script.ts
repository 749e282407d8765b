import { type Exchange, isSuccess, responseObject } from '../../http/exchange.ts';
import { renderCurl } from '../../http/render-curl.ts';

/** Everything that a script needs beside the requests. */
export interface ScriptSources {
  /** The payment that each receipt is of, by the receipt. */
  payments: ReadonlyMap<string, { amount: number; outcome: string }>;
  /** Shell words that read one JSON line and print the receipt; undefined where a person has to pay. */
  payCommand?: string;
}

/** Requests that are printed: more are no short script. */
const most = 8;

/**
 * Renders a sequence of requests as shell commands that play it again: a create keeps the id of its invoice, a payment its
 * receipt, and later requests use them. Undefined where that cannot be written, or one request shows the defect.
 */
export function renderScript(exchanges: readonly Exchange[], sources: ScriptSources): string | undefined {
  if (exchanges.length < 2 || exchanges.length > most) return undefined;
  if (exchanges.some(({ request }) => request.encoding !== undefined || (request.body?.length ?? 0) > 1000)) return undefined;
  const ids = new Map<string, string>();
  const receipts = new Map<string, string>();
  const lines: string[] = [];
  for (const [at, exchange] of exchanges.entries()) {
    const receipt = receiptIn(exchange);
    if (receipt !== undefined && !receipts.has(receipt)) {
      const name = `RECEIPT${receipts.size === 0 ? '' : receipts.size + 1}`;
      receipts.set(receipt, name);
      lines.push(...renderPayment(name, receipt, ids.get(invoiceIdIn(exchange) ?? ''), sources));
    }
    const call = renewKey(fillIn(nameListener(renderCall(exchange)), new Map([...ids, ...receipts])), exchange);
    if (call.includes('$CALLBACK_URL') && !lines.includes(aboutListener)) lines.push(aboutListener);
    if (call.includes('$RUN') && !lines.includes(aboutKeys)) lines.push(aboutKeys);
    const id = createdIn(exchange);
    const isUsed = id !== undefined && exchanges.slice(at + 1).some(({ request }) => request.body?.includes(id));
    if (id === undefined || !isUsed || ids.has(id)) {
      // With -i the body ends without a line break.
      lines.push(isUsual(exchange) ? call : `${call}; echo`);
      continue;
    }
    const name = `ID${ids.size === 0 ? '' : ids.size + 1}`;
    ids.set(id, name);
    lines.push(`${name}=$(${call} | sed -n 's/.*"id" *: *"\\([^"]*\\)".*/\\1/p')`);
  }
  const [first] = exchanges;
  if (ids.size === 0 || first === undefined) return undefined;
  return [...(exchanges.some(isUsual) ? [renderPost(first)] : []), ...lines].join('\n');
}

/** Renders the shell function that sends what most requests have in common, and prints the status after the body. */
function renderPost({ url, request }: Exchange): string {
  const base = url.slice(0, url.length - request.path.length);
  return `post() { curl -sS -w ' %{http_code}\\n' -X POST ${quote(base)}"$1" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' --data-raw "$2"; }`;
}

function renderCall(exchange: Exchange): string {
  const { request } = exchange;
  return isUsual(exchange) ? `post ${request.path} ${quote(request.body ?? '')}` : renderCurl(exchange);
}

/** Tells if a request is a POST with the headers that every call has, and no others. */
function isUsual({ request: { method, path, headers, body } }: Exchange): boolean {
  const usual = ['authorization: Bearer $TOKEN', 'content-type: application/json'];
  const given = headers.map(([name, value]) => `${name.toLowerCase()}: ${value}`).sort();
  return method === 'POST' && body !== undefined && /^[\w/-]+$/.test(path) && given.join() === usual.join();
}

function renderPayment(name: string, receipt: string, id: string | undefined, { payments, payCommand }: ScriptSources): string[] {
  const payment = payments.get(receipt);
  // A receipt that the case made up is sent as it was.
  if (payment === undefined || id === undefined) return [`${name}=${quote(receipt)}`];
  const { amount, outcome } = payment;
  if (payCommand === undefined)
    return [`# Pay ${amount} for the invoice $${id} (${outcome}), and put the receipt here:`, `${name}='…'`];
  const asked = `{"invoice":{"id":"%s"},"amount":${amount},"outcome":"${outcome}"}\\n`;
  return [`${name}=$(printf '${asked}' "$${id}" | ${payCommand})`];
}

const aboutListener = '# export CALLBACK_URL=… with a URL of yours at which you see what arrives.';

/** Puts a variable in the place of an address at which the suite listened. */
function nameListener(curl: string): string {
  return curl.replace(/("callbackUrl":")https?:\/\/[^"]*\/[0-9a-f]{8}-[0-9a-f-]{27}"/, `$1'"$CALLBACK_URL"'"`);
}

const aboutKeys = 'RUN=$(date +%s) # The keys of the run are used up: these begin with the time.';

/** Puts something new before an idempotency key, so that keys which resemble one another still do. A very long one stays as it is. */
function renewKey(curl: string, { request }: Exchange): string {
  const [, key = ''] = request.headers.find(([name]) => name.toLowerCase() === 'idempotency-key') ?? [];
  if (!/^[\w.~-]{1,200}$/.test(key)) return curl;
  return curl.replace(`Idempotency-Key: ${key}'`, `Idempotency-Key: '"$RUN"'-${key}'`);
}

/** Puts variables in the place of values inside the quoted parts of a command. */
function fillIn(curl: string, names: ReadonlyMap<string, string>): string {
  return [...names].reduce((text, [value, name]) => text.replaceAll(`"${value}"`, `"'"$${name}"'"`), curl);
}

function createdIn({ request, answer: response }: Exchange): string | undefined {
  const id = response && isSuccess(response) && request.path.endsWith('/create') ? responseObject(response)?.id : undefined;
  return typeof id === 'string' && /^[\w.:-]+$/.test(id) ? id : undefined;
}

function fieldIn({ request }: Exchange, name: string): string | undefined {
  const value = new RegExp(`"${name}"\\s*:\\s*"([^"\\\\]+)"`).exec(request.body ?? '')?.[1];
  return value;
}

const receiptIn = (exchange: Exchange): string | undefined => fieldIn(exchange, 'webReceipt');
const invoiceIdIn = (exchange: Exchange): string | undefined => fieldIn(exchange, 'invoiceId');

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

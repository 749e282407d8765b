import { groupBy } from '../../group-by.ts';
import { type Exchange, isSuccess, requestHeader, responseObject } from '../../http/exchange.ts';
import { type Change, putVariable, quote, renderCurl, type Word, wordOf } from '../../http/render-curl.ts';
import type { Finding } from '../../outcome/finding.ts';
import { isUnseen, showUnseen } from '../../text/encode-output.ts';
import { bearerToken } from '../../text/marks.ts';
import type { Recorded } from '../../wire/recorder.ts';
import type { Report } from '../report.ts';

/** Adds a shell script to each finding that needs more than one request. The script repeats the whole sequence. */
export function addScripts(report: Report, recorded: readonly Recorded[], payCommand?: string): Report {
  const payments: ScriptSources['payments'] = new Map(
    recorded.flatMap(({ receipt, payment }) => (receipt && payment ? [[receipt, payment] as const] : [])),
  );
  const byScope = groupBy(recorded, ({ scope }) => scope);
  const creates = recorded.flatMap(({ exchange }) => (exchange?.request.path.endsWith('/create') ? [exchange] : []));
  const sources = { payments, payCommand };
  const results = report.results.map((result) => {
    const own = byScope.get(result.id) ?? [];
    // A case that moved the deployment's clock gets no script, because only the adapter can move it.
    if (result.findings.length === 0 || own.some(({ advanced }) => advanced !== undefined)) return result;
    const exchanges = own.flatMap(({ exchange }) => exchange ?? []);
    return { ...result, findings: result.findings.map((finding) => withScript(finding, exchanges, creates, sources)) };
  });
  return { ...report, results };
}

function withScript(finding: Finding, own: readonly Exchange[], creates: readonly Exchange[], sources: ScriptSources): Finding {
  const script = finding.script ?? renderScript(sequenceOf(finding, own, creates), sources);
  if (script !== undefined) return { ...finding, script };
  const { exchanges } = finding;
  return exchanges.some((_, at) => isAtOnce(exchanges, at)) ? { ...finding, script: notAlone } : finding;
}

/** The text to show instead of a script whose simultaneous requests would be too many or too long. */
const notAlone =
  '# Its requests were sent at the same time, and are too many or too long for a script. --replay with the report.json of this run sends them again.';

/** Returns all requests about the invoice of a finding, in order, up to the last exchange of the finding. */
function sequenceOf({ exchanges }: Finding, own: readonly Exchange[], creates: readonly Exchange[]): Exchange[] {
  const last = exchanges.at(-1);
  if (last === undefined) return [];
  const listens = /"callbackUrl"\s*:\s*"http/.test(last.request.body ?? '');
  const made = listens && last.answer ? responseObject(last.answer)?.id : undefined;
  const id = fieldIn(last, 'invoiceId') ?? (typeof made === 'string' ? made : undefined);
  if (id === undefined) return [...exchanges];
  const isAbout = ({ request, answer: response }: Exchange): boolean =>
    request.body?.includes(id) === true || response?.text.includes(`"${id}"`) === true;
  const created = creates.find(({ answer: response }) => response?.text.includes(`"${id}"`));
  // If the last exchange sets a callback URL, requests after it may cause the callback, so they are included too.
  const until = listens ? Number.POSITIVE_INFINITY : startOf(last);
  // A case repeats a request until a change shows. The script sends it once, unless the finding contains it several times.
  const known = new Set(exchanges.map(wordsOf));
  const before = own.filter((one) => startOf(one) <= until && isAbout(one));
  const others = before.filter((one) => !known.has(wordsOf(one)) && known.add(wordsOf(one)));
  const all = new Set([...(created ? [created] : []), ...exchanges, ...others]);
  return [...all].sort((one, other) => startOf(one) - startOf(other));
}

const startOf = (exchange: Exchange): number => spanOf(exchange)[0];

const wordsOf = ({ request }: Exchange): string => `${request.method} ${request.path} ${request.body}`;

interface ScriptSources {
  /** The payment for which each receipt was issued. */
  payments: ReadonlyMap<string, { amount: number; outcome: string; differs?: object }>;
  /** Shell command that reads a payment as a JSON line and prints its receipt. Absent if a person has to make the payment. */
  payCommand?: string | undefined;
}

/** Maximum number of requests in a script. */
const most = 8;

/**
 * Renders a sequence of requests as shell commands. Later requests use variables that contain the id of a created invoice or the
 * receipt of a payment. Returns undefined if this is not possible, or if one request is enough.
 */
export function renderScript(exchanges: readonly Exchange[], sources: ScriptSources): string | undefined {
  if (exchanges.length < 2 || exchanges.length > most) return undefined;
  if (exchanges.some(({ request }) => request.encoding !== undefined || (request.body?.length ?? 0) > 1000)) return undefined;
  const ids = new Map<string, string>();
  const receipts = new Map<string, string>();
  const lines: string[] = [];
  const together = exchanges.map((_, at) => isAtOnce(exchanges, at));
  for (const [at, exchange] of exchanges.entries()) {
    const receipt = fieldIn(exchange, 'webReceipt');
    if (receipt !== undefined && !receipts.has(receipt)) {
      const name = `RECEIPT${receipts.size === 0 ? '' : receipts.size + 1}`;
      receipts.set(receipt, name);
      lines.push(...renderPayment(name, receipt, ids.get(fieldIn(exchange, 'invoiceId') ?? ''), sources));
    }
    const listener = listenerIn(exchange);
    const key = keyIn(exchange);
    const call = renderCall(exchange, (word) => {
      const named = [...ids, ...receipts].reduce<Word>((left, [value, name]) => putVariable(left, value, `$${name}`, '"'), word);
      const heard = listener === undefined ? named : putVariable(named, listener, '$CALLBACK_URL', '"');
      return key === undefined ? heard : renewKey(heard, key);
    });
    if (listener !== undefined && !lines.includes(aboutListener)) lines.push(aboutListener);
    if (key !== undefined && !lines.includes(aboutKeys)) lines.push(aboutKeys);
    if (together[at]) {
      if (!lines.includes(aboutRaces)) lines.push(aboutRaces);
      lines.push(isUsual(exchange) ? `${call} &` : `{ ${call}; echo; } &`);
      if (!together[at + 1]) lines.push('wait');
      continue;
    }
    const id = createdIn(exchange);
    const isUsed = id !== undefined && exchanges.slice(at + 1).some(({ request }) => request.body?.includes(id));
    if (id === undefined || !isUsed || ids.has(id)) {
      // Adds a line break: with -i, curl prints none after the body.
      lines.push(isUsual(exchange) ? call : `${call}; echo`);
      continue;
    }
    const name = `ID${ids.size === 0 ? '' : ids.size + 1}`;
    ids.set(id, name);
    lines.push(`${name}=$(${call} | sed -n 's/.*"id" *: *"\\([^"]*\\)".*/\\1/p')`);
  }
  const [first] = exchanges;
  if ((ids.size === 0 && !together.includes(true)) || first === undefined) return undefined;
  return [...(exchanges.some(isUsual) ? [renderPost(first)] : []), ...lines].join('\n');
}

/** Returns whether a request was sent while another one was in progress. */
function isAtOnce(exchanges: readonly Exchange[], at: number): boolean {
  const own = exchanges[at];
  const [start, end] = spanOf(own);
  return exchanges.some((other) => {
    const [began, ended] = spanOf(other);
    return other !== own && start < ended && began < end;
  });
}

/** Returns the times at which a request was sent and its response arrived, in milliseconds. */
function spanOf(exchange: Exchange | undefined): [number, number] {
  const { startedAt = '', milliseconds = 0 } = exchange ?? {};
  const micro = /\.\d{3}(\d{3})Z$/.exec(startedAt)?.[1];
  const start = Date.parse(startedAt) + Number(micro ?? 0) / 1000;
  // Subtracts the rounding error, so that this request does not seem to overlap with one that is sent right after its response.
  return [start, start + milliseconds - (micro === undefined ? 1 : 0.5)];
}

const aboutRaces =
  '# The next requests are sent at the same time. A race does not show every time: run this whole script up to twenty times.';

/** Renders a shell function that sends a POST with the usual headers. */
function renderPost({ url, request }: Exchange): string {
  const base = url.slice(0, url.length - request.path.length);
  const token = quote(wordOf(`Authorization: ${bearerToken}`));
  return `post() { curl -sS -w ' %{http_code}\\n' -X POST ${quote([base])}"$1" -H ${token} -H 'Content-Type: application/json' --data-raw "$2"; }`;
}

function renderCall(exchange: Exchange, change: Change): string {
  const { path, body = '' } = exchange.request;
  return isUsual(exchange) ? `post ${quote([path])} ${quote(change(wordOf(body)))}` : renderCurl(exchange, change);
}

/** Returns whether the shell function can send this request. */
function isUsual({ request: { method, path, headers, body } }: Exchange): boolean {
  const usual = [`authorization: ${bearerToken}`, 'content-type: application/json'];
  const given = headers.map(([name, value]) => `${name.toLowerCase()}: ${value}`).sort();
  const isPlain = body !== undefined && !isUnseen(body) && /^[\w/-]+$/.test(path);
  return method === 'POST' && isPlain && given.join() === usual.join();
}

function renderPayment(name: string, receipt: string, id: string | undefined, { payments, payCommand }: ScriptSources): string[] {
  const payment = payments.get(receipt);
  // A receipt that the case itself made up is used as it is.
  if (payment === undefined || id === undefined) return [`${name}=${quote([receipt])}`];
  const { amount, outcome, differs } = payment;
  // If `differs` is set, the payment command prints JSON instead of just the receipt, so the reader has to insert the receipt.
  if (payCommand === undefined || differs !== undefined) {
    const other = differs === undefined ? '' : `, with ${JSON.stringify(differs)}`;
    return [showUnseen(`# Pay ${amount} for the invoice $${id} (${outcome}${other}), and put the receipt here:`), `${name}='…'`];
  }
  const asked = JSON.stringify({ amount, outcome }).replace(/[\\%]/g, '$&$&').slice(1);
  return [`${name}=$(printf ${quote([`{"invoice":{"id":"%s"},${asked}\\n`])} "$${id}" | ${payCommand})`];
}

const aboutListener = '# Set CALLBACK_URL to a URL where you can see what arrives: export CALLBACK_URL=…';

/** Returns the callback URL in a request if it is one of the suite's own. */
function listenerIn({ request }: Exchange): string | undefined {
  return /"callbackUrl":"(https?:\/\/[^"]*\/[0-9a-f]{8}-[0-9a-f-]{27})"/.exec(request.body ?? '')?.[1];
}

const aboutKeys = 'RUN=$(date +%s)-$$ # The run has used its keys, so these begin with the time.';

/**
 * Returns the idempotency key of a request. Returns undefined if the request has none, or if the key is very long or has unusual
 * characters. The script sends such a key unchanged.
 */
function keyIn({ request }: Exchange): string | undefined {
  const key = requestHeader(request, 'idempotency-key') ?? '';
  return /^[\w.~-]{1,200}$/.test(key) ? key : undefined;
}

/** Prefixes an idempotency key with a variable that differs in each run of the script. Keys that were similar stay similar. */
function renewKey(word: Word, key: string): Word {
  const [line] = word;
  const isKey = typeof line === 'string' && line.toLowerCase() === `idempotency-key: ${key.toLowerCase()}`;
  return isKey && word.length === 1 ? [line.slice(0, -key.length), { variable: '$RUN' }, `-${key}`] : word;
}

function createdIn({ request, answer: response }: Exchange): string | undefined {
  const id = response && isSuccess(response) && request.path.endsWith('/create') ? responseObject(response)?.id : undefined;
  return typeof id === 'string' && /^[\w.:-]+$/.test(id) ? id : undefined;
}

const fieldIn = ({ request }: Exchange, name: string): string | undefined =>
  new RegExp(`"${name}"\\s*:\\s*"([^"\\\\]+)"`).exec(request.body ?? '')?.[1];

import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import type { Contract } from '../contract/contract.ts';
import type { Exchange, HttpResponse } from '../http/exchange.ts';
import { attempt } from '../text/attempt.ts';
import { baseOf, belowBase } from './below-base.ts';
import { TrafficJudge } from './judge-exchange.ts';
import { TrafficMask } from './mask-exchange.ts';
import { HarSplitter, NoHar } from './split-har.ts';
import { Tally } from './tally.ts';

export interface JudgedHar {
  tally: Tally;
  /** The beginning that the URLs have in common, up to the paths of the API. */
  base: string;
  /** One sentence for each kind of entry that could not be judged. */
  trouble: string[];
}

/**
 * Judges the exchanges in a HAR file, in the order of the file.
 * @param wanted base URL of the exchanges to judge; default: that of the only deployment in the file
 * @throws NoHar if the file is not a HAR or contains several deployments
 * @throws Error of the file system if the file cannot be read
 */
export async function judgeHar(
  contract: Contract,
  features: ReadonlySet<string>,
  file: string,
  wanted: string | undefined,
  interrupt: AbortSignal,
): Promise<JudgedHar> {
  const judge = new TrafficJudge(contract, features);
  const mask = new TrafficMask(contract);
  const tally = new Tally();
  const splitter = new HarSplitter();
  const unread = new Map<string, number>();
  let unanswered = 0;
  let base = wanted;
  const stream = createReadStream(file, { encoding: 'utf8', highWaterMark: 1 << 20 });
  for await (const piece of stream) {
    if (interrupt.aborted) break;
    for (const text of splitter.read(piece)) {
      const exchange = readEntry(text);
      if ('unread' in exchange) {
        unread.set(exchange.unread, (unread.get(exchange.unread) ?? 0) + 1);
        continue;
      }
      const found = baseOf(contract, exchange);
      if (found === undefined || (wanted !== undefined && found !== wanted)) {
        tally.ignored++;
        continue;
      }
      base ??= found;
      if (found !== base) throw new NoHar(`it has exchanges with ${base} and with ${found}: choose one with --base-url`);
      const original = belowBase(exchange, base);
      if (exchange.answer === undefined) unanswered++;
      else tally.add(judge.judge(mask.mask(original), original), original.startedAt);
    }
  }
  const isWhole = !interrupt.aborted && !splitter.end();
  const trouble = [
    ...(unanswered > 0 ? [`${unanswered} ${unanswered === 1 ? 'request' : 'requests'} had no response on record.`] : []),
    ...[...unread].map(
      ([reason, count]) =>
        `${count} ${count === 1 ? 'entry' : 'entries'} could not be judged: ${count === 1 ? 'it' : 'each'} ${reason}.`,
    ),
    ...(isWhole ? [] : ['The file was not read completely: only the exchanges up to that point were checked.']),
  ];
  return { tally, base: base ?? '', trouble };
}

/** An entry that cannot be judged, with the reason. */
interface Unread {
  unread: string;
}

type Fields = Record<string, unknown>;

/** Maximum number of characters of a body that is judged. */
const most = 256 * 1024;

/** Converts an entry of a HAR file to an exchange. Returns the reason if a field is missing or has the wrong type. */
function readEntry(text: string): Exchange | Unread {
  const entry: unknown = attempt(() => JSON.parse(text));
  if (entry === undefined) return { unread: 'is no JSON' };
  const { request, response, startedDateTime, time } = fieldsOf(entry);
  const { method, url, headers, postData } = fieldsOf(request);
  if (typeof url !== 'string' || !URL.canParse(url) || typeof method !== 'string')
    return { unread: 'has no request with a method and a URL' };
  if (typeof startedDateTime !== 'string' || Number.isNaN(Date.parse(startedDateTime)))
    return { unread: 'has no startedDateTime' };
  const { pathname, search } = new URL(url);
  const body = fieldsOf(postData).text;
  const answer = readResponse(fieldsOf(response));
  if (answer && 'unread' in answer) return answer;
  return {
    url,
    request: {
      method,
      path: `${pathname}${search}`,
      headers: readHeaders(headers),
      ...(typeof body === 'string' && { body: body.slice(0, most) }),
    },
    ...(answer ? { answer } : { failure: 'no response is on record' }),
    startedAt: new Date(startedDateTime).toISOString(),
    milliseconds: typeof time === 'number' && time >= 0 ? Math.round(time) : 0,
  };
}

function readResponse({ status, headers, content }: Fields): HttpResponse | Unread | undefined {
  if (typeof status !== 'number' || status < 100) return undefined;
  const { text, encoding, size } = fieldsOf(content);
  const named = readHeaders(headers).map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  if (typeof text !== 'string') {
    // A browser may omit a body, for example one that it no longer has. The size shows that there was a body.
    return typeof size === 'number' && size > 0
      ? { unread: 'was recorded without its body' }
      : { status, headers: named, text: '' };
  }
  const bytes = encoding === 'base64' ? Buffer.from(text, 'base64') : undefined;
  const whole = bytes ? bytes.toString('utf8') : text;
  if (/… \(\d+ characters more\)$/.test(whole) || whole.length > most) return { unread: 'was recorded with a part of its body' };
  return { status, headers: named, text: whole, ...(bytes && !isUtf8(bytes) && { unreadable: true as const }) };
}

function readHeaders(headers: unknown): [string, string][] {
  if (!Array.isArray(headers)) return [];
  return headers.flatMap((header): [string, string][] => {
    const { name, value } = fieldsOf(header);
    // Leaves out HTTP/2 pseudo-headers, which browsers record. Their names begin with a colon.
    return typeof name === 'string' && typeof value === 'string' && !name.startsWith(':') ? [[name, value]] : [];
  });
}

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});

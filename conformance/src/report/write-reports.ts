import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Exchange, requestHeader, responseHeader } from '../http/exchange.ts';
import { attempt } from '../text/attempt.ts';
import { cutText, encodeXml } from '../text/encode-output.ts';
import { showMarks } from '../text/marks.ts';
import type { Recorded } from '../wire/recorder.ts';
import { cleanerFor } from './clean-report.ts';
import { renderHtml } from './html/render-html.ts';
import { renderJunit } from './render-junit.ts';
import type { Report, RunVerdict } from './report.ts';

export const reportFiles = ['report.json', 'junit.xml', 'exchanges.har', 'report.html', 'badge.svg'] as const;

/** The path of the HTML page or, if a file could not be written, the reason. In that case, the report's files are deleted. */
export interface Written {
  page?: string | undefined;
  unwritten?: string | undefined;
}

/** Writes a report, in which secrets are already masked, into a folder. */
export function writeReports(folder: string, report: Report, recorded: Recorded[], userAgent: string): Written {
  return writeFiles(folder, report, {
    'exchanges.har': renderHar(report, recorded, userAgent),
    'badge.svg': renderBadge(report),
  });
}

/**
 * Writes a report on recorded traffic, in which secrets are already masked. Writes no file of exchanges, because the user has
 * one, and no badge, because the report does not prove conformance.
 */
export function writeTrafficReport(folder: string, report: Report): Written {
  return writeFiles(folder, cleanerFor({})(report), {});
}

function writeFiles(folder: string, report: Report, others: Partial<Record<(typeof reportFiles)[number], string>>): Written {
  const json = `${JSON.stringify(report, null, 2)}\n`;
  const files = { 'report.json': json, 'junit.xml': renderJunit(report), 'report.html': renderHtml(report), ...others };
  try {
    // Writes synchronously, so that the files are complete even if the process is about to exit.
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), showMarks(text));
  } catch (error) {
    // Deletes the files, because an incomplete report would mislead. On a disk that has become read-only, they remain.
    for (const name of reportFiles) attempt(() => rmSync(join(folder, name), { force: true }));
    return { unwritten: `The report could not be written to ${folder}: ${(error as Error).message}.` };
  }
  return { page: join(folder, 'report.html') };
}

const badgeWords: Record<RunVerdict, { message: string; colour: string }> = {
  conformant: { message: 'conformant', colour: '#2e7d32' },
  partial: { message: 'partly checked', colour: '#8a6100' },
  'not conformant': { message: 'not conformant', colour: '#b3261e' },
  'nothing proven': { message: 'not judged', colour: '#5f6368' },
};
/** Average width of a letter in Verdana at 11 px. `textLength` in the SVG corrects the inaccuracy. */
const letter = 6.4;

/** Renders the verdict as a badge in SVG. */
export function renderBadge({ verdict, profile, contract, statements, selected }: Report): string {
  const { message, colour } = badgeWords[verdict];
  const label = contract.title === undefined ? 'payment invoice API' : cutText(contract.title, 40);
  const isCounted = statements !== undefined && !selected && (verdict === 'conformant' || verdict === 'partial');
  const count = isCounted ? ` ${statements.tried}/${statements.total}` : '';
  const text = `${message}${count} (${profile}, ${contract.version})`;
  const [left, right] = [label, text].map((words) => Math.round(words.length * letter) + 12) as [number, number];
  const word = (words: string, at: number, width: number) =>
    `<text x="${at + 6}" y="14" textLength="${width - 12}">${encodeXml(words)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${encodeXml(label)}: ${message}">
  <rect width="${left + right}" height="20" rx="3" fill="#444"/>
  <path d="M${left} 0h${right - 3}q3 0 3 3v14q0 3 -3 3h-${right - 3}z" fill="${colour}"/>
  <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${word(label, 0, left)}${word(text, left, right)}</g>
</svg>
`;
}

/** Renders all exchanges of the run as an HTTP archive (HAR 1.2). The comment of each entry names its case. */
export function renderHar(report: Report, recorded: Recorded[], userAgent: string): string {
  const entries = recorded
    .flatMap(({ scope, exchange }) => (exchange ? [{ scope, exchange }] : []))
    .sort((one, other) => (one.exchange.startedAt < other.exchange.startedAt ? -1 : 1))
    .map(({ scope, exchange }) => JSON.stringify(entryOf(scope, exchange, userAgent)));
  const { name, version } = report.runner;
  const comment = `Run ${report.runId} against ${report.subject}. Tokens are masked. ${report.reproduce}`;
  const head = JSON.stringify({ version: '1.2', creator: { name, version }, comment });
  // Writes one exchange per line, so that a text search shows the whole exchange.
  return `{"log":${head.slice(0, -1)},"entries":[\n${entries.join(',\n')}\n]}}\n`;
}

function entryOf(scope: string, exchange: Exchange, userAgent: string): object {
  const { url, request, answer: response, failure, milliseconds, startedAt } = exchange;
  const agent = requestHeader(request, 'user-agent') === undefined ? [['User-Agent', userAgent] as const] : [];
  const type = requestHeader(request, 'content-type') ?? '';
  const text = response?.text ?? '';
  const named = (pairs: Iterable<readonly [string, string]>) => Array.from(pairs, ([name, value]) => ({ name, value }));
  const received = (header: string): string => (response && responseHeader(response, header)) ?? '';
  return {
    startedDateTime: startedAt,
    time: milliseconds,
    request: {
      method: request.method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: named([...request.headers, ...agent]),
      queryString: named(URL.canParse(url) ? new URL(url).searchParams : []),
      ...(request.body !== undefined && { postData: { mimeType: type, text: request.body } }),
      headersSize: -1,
      bodySize: Buffer.byteLength(request.body ?? '', request.encoding),
    },
    // HAR requires a response in each entry. If there is none, browsers write a response with status 0.
    response: {
      status: response?.status ?? 0,
      statusText: '',
      httpVersion: response ? 'HTTP/1.1' : '',
      cookies: [],
      headers: named(response?.headers ?? []),
      content: { size: Buffer.byteLength(text), mimeType: received('content-type'), text },
      redirectURL: received('location'),
      headersSize: -1,
      bodySize: -1,
      ...(failure !== undefined && { comment: failure }),
    },
    cache: {},
    timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: milliseconds, receive: 0 },
    comment: scope,
  };
}

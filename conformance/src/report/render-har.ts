import type { Exchange } from '../http/exchange.ts';
import type { Recorded } from '../wire/recorder.ts';
import type { Report } from './report.ts';

/** Renders every exchange of the run as an HTTP archive (HAR 1.2). The comment of each entry is its case. */
export function renderHar(report: Report, recorded: Recorded[], userAgent: string): string {
  const entries = recorded
    .flatMap(({ scope, exchange }) => (exchange ? [{ scope, exchange }] : []))
    .sort((one, other) => (one.exchange.startedAt < other.exchange.startedAt ? -1 : 1))
    .map(({ scope, exchange }) => entryOf(scope, exchange, userAgent));
  const { name, version } = report.runner;
  const comment = `Run ${report.runId} against ${report.subject}. Tokens are masked. ${report.reproduce}`;
  return `${JSON.stringify({ log: { version: '1.2', creator: { name, version }, comment, entries } }, null, 1)}\n`;
}

function entryOf(scope: string, exchange: Exchange, userAgent: string): object {
  const { url, request, answer: response, failure, milliseconds, startedAt } = exchange;
  const headers = [...request.headers, ...(has(request.headers, 'user-agent') ? [] : [['User-Agent', userAgent] as const])];
  const type = request.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return {
    startedDateTime: startedAt,
    time: milliseconds,
    request: {
      method: request.method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headers.map(([name, value]) => ({ name, value })),
      queryString: URL.canParse(url) ? [...new URL(url).searchParams].map(([name, value]) => ({ name, value })) : [],
      ...(request.body !== undefined && { postData: { mimeType: type, text: request.body } }),
      headersSize: -1,
      bodySize: Buffer.byteLength(request.body ?? '', request.encoding),
    },
    // HAR requires a response in each entry. Browsers write status 0 for one that never came.
    response: {
      status: response?.status ?? 0,
      statusText: '',
      httpVersion: response ? 'HTTP/1.1' : '',
      cookies: [],
      headers: (response?.headers ?? []).map(([name, value]) => ({ name, value })),
      content: {
        size: Buffer.byteLength(response?.text ?? ''),
        mimeType: response?.headers.find(([name]) => name === 'content-type')?.[1] ?? '',
        text: response?.text ?? '',
      },
      redirectURL: response?.headers.find(([name]) => name === 'location')?.[1] ?? '',
      headersSize: -1,
      bodySize: -1,
      ...(failure !== undefined && { comment: failure }),
    },
    cache: {},
    timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: milliseconds, receive: 0 },
    comment: scope,
  };
}

function has(headers: [string, string][], name: string): boolean {
  return headers.some(([candidate]) => candidate.toLowerCase() === name);
}

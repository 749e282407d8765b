/**
 * Tests that code that reads, judges or renders others' data takes linear time: sixteen times as much data takes about sixteen
 * times the CPU. Covers loops, lists, sorting and joined strings; another test checks the regular expressions.
 */
import { exampleCreate } from '@payment-invoice/generated/examples';
import { expect, test } from 'vitest';
import { checkEvents } from '../../conformance/payments/check-events.ts';
import { loadContract, readContract } from '../../conformance/payments/load-contract.ts';
import { explainSignature } from '../../conformance/src/callbacks/explain-signature.ts';
import { judgeReplay } from '../../conformance/src/command/replay-report.ts';
import { compareReports } from '../../conformance/src/compare/compare-reports.ts';
import { renderComparison } from '../../conformance/src/compare/html/render-comparison.ts';
import { parseJson } from '../../conformance/src/http/parse-json.ts';
import { readChallenges } from '../../conformance/src/http/read-challenges.ts';
import { renderCurl } from '../../conformance/src/http/render-curl.ts';
import { baseOf } from '../../conformance/src/judge/below-base.ts';
import { TrafficJudge } from '../../conformance/src/judge/judge-exchange.ts';
import { TrafficMask } from '../../conformance/src/judge/mask-exchange.ts';
import { HarSplitter } from '../../conformance/src/judge/split-har.ts';
import { cleanerFor } from '../../conformance/src/report/clean-report.ts';
import { renderConsole } from '../../conformance/src/report/console/render-console.ts';
import { renderHtml } from '../../conformance/src/report/html/render-html.ts';
import { renderJunit } from '../../conformance/src/report/render-junit.ts';
import type { Report } from '../../conformance/src/report/report.ts';
import { renderHar } from '../../conformance/src/report/write-reports.ts';
import { encodeMarkdown, encodePrinted } from '../../conformance/src/text/encode-output.ts';
import { endingOfRequest, MessageReader } from '../../conformance/src/watch/message-reader.ts';
import { makeExchange, makeFinding, makeReport, makeResult } from '../../conformance/testing/make-report.ts';
import { findLoss } from '../../packages/client/src/response/find-flaw.ts';
import { fingerprint } from '../../packages/kit/src/idempotency/idempotency-key.ts';
import { findCallbackUrlViolation } from '../../packages/kit/src/urls/find-callback-url-violation.ts';
import { maskText } from '../../packages/server/src/console/mask-body.ts';
import { clientAddress } from '../../packages/server/src/web/identify-request.ts';
import { createApi } from '../../packages/stubs/src/api/create-api.ts';
import { exampleOptions, sketchRequest } from '../../packages/stubs/testing/example-api.ts';
import { growthOf, type Make, most } from './search/measure-growth.ts';

const list = <Item>(length: number, item: (at: number) => Item): Item[] => Array.from({ length }, (_, at) => item(at));
const fieldsOf = (count: number): Record<string, unknown> => Object.fromEntries(list(count, (at) => [`field${at}`, at]));

const contract = loadContract();
const features = new Set(contract.features.keys());
const about = { title: 'Shelves', version: '1' };
const plain = readContract(JSON.stringify({ openapi: '3.1.0', info: about, paths: { '/a/{id}': { get: { responses: {} } } } }));
const api = await createApi(exampleOptions);

/** Returns a report in which every case broke a requirement of a different feature. */
function wideReport(count: number): Report {
  const report = makeReport(
    list(count, (at) => makeResult(`a/b/${at}`, { findings: [makeFinding('invoice-note', { member: `f${at}` })] })),
  );
  const own = list(count, (at) => [
    `r${at}`,
    { level: 'MUST', support: 'extended', feature: `f${at}`, text: '', source: '', pointer: '' },
  ]);
  return { ...report, requirements: { ...report.requirements, ...Object.fromEntries(own) } };
}
const onReport =
  (render: (report: Report) => unknown): Make =>
  (count) => {
    const report = wideReport(count);
    return () => render(report);
  };
const onResponse =
  (write: (count: number) => { text?: string; headers?: [string, string][] }): Make =>
  (count) => {
    const { text = '{}', headers = [] } = write(count);
    const type: [string, string] = ['content-type', 'application/problem+json'];
    const exchange = makeExchange({ answer: { status: 422, headers: [type, ...headers], text } });
    return () => new TrafficJudge(contract, features).judge(new TrafficMask(contract).mask(exchange));
  };
const onRequest =
  (write: (count: number) => Parameters<typeof sketchRequest>[0]): Make =>
  (count) => {
    const request = sketchRequest(write(count));
    return () => api.handle(request);
  };
/** Passes bytes to the reader of `watch` in small pieces, and ignores the error that it throws if they are not a message. */
const onWatch =
  (head: string, piece: string): Make =>
  (count) =>
  () => {
    const reader = new MessageReader(endingOfRequest, () => undefined);
    try {
      reader.read(Buffer.from(head));
      for (let at = 0; at < count; at++) reader.read(Buffer.from(piece));
    } catch {}
  };
const call = (body: string, signature = 'v1,a', id = 'evt_1') => ({
  ...{ method: 'POST', target: '/', query: '', body, at: 0 },
  headers: { 'webhook-id': id, 'webhook-timestamp': '1', 'webhook-signature': signature },
});
const create = { operation: contract.operations.find(({ id }) => id === 'createPayment'), isNew: true };

test.each<[what: string, parts: number, make: Make]>([
  [
    'fields of a request that nobody knows',
    100,
    onRequest((count) => ({ body: { ...exampleCreate, amount: 1, ...fieldsOf(count) } })),
  ],
  ['levels of a request', 60, onRequest((count) => ({ body: `{"a":${'['.repeat(count)}${']'.repeat(count)}}` }))],
  ['headers of a request', 100, onRequest((count) => ({ headers: list(2 * count, (at) => `x-${at}`) }))],
  [
    'one header of a request, again and again',
    100,
    onRequest((count) => ({ headers: list(count, () => ['Idempotency-Key', 'a']).flat() })),
  ],
  [
    'credentials of a request',
    100,
    onRequest((count) => ({ rawHeaders: list(count, () => ['Authorization', 'Bearer good']).flat() })),
  ],
  ['parts of a path', 200, onRequest((count) => ({ path: '/api'.repeat(count) }))],
  [
    'a URL of many labels',
    100,
    (count) => () => findCallbackUrlViolation(`https://${'a.'.repeat(count)}example/`, { sandbox: false }),
  ],
  [
    'fields that a key is bound to',
    200,
    (count) => {
      const body = fieldsOf(count);
      return () => fingerprint(body);
    },
  ],
  [
    'addresses of proxies',
    100,
    (count) => {
      const headers = { 'x-forwarded-for': list(count, () => '203.0.113.9').join(', ') };
      return () => clientAddress({ headers, socket: {} } as never, 1);
    },
  ],
  [
    'a body that the console keeps',
    200,
    (count) => {
      const text = JSON.stringify(fieldsOf(count)).replaceAll('field', '\\u0066ield');
      return () => maskText(text);
    },
  ],
  [
    'fields of a response, to the client',
    200,
    (count) => {
      const text = JSON.stringify(fieldsOf(count), null, 1);
      return () => findLoss(text, JSON.parse(text));
    },
  ],
  ['fields of a response', 200, onResponse((count) => ({ text: JSON.stringify(fieldsOf(count)) }))],
  ['headers of a response', 100, onResponse((count) => ({ headers: list(count, (at) => [`x-${at}`, 'a']) }))],
  [
    'a header of a response, again and again',
    100,
    onResponse((count) => ({ headers: list(count, (at) => ['allow', `A${at}`]) })),
  ],
  [
    'errors of a problem',
    100,
    onResponse((count) => ({
      text: JSON.stringify({ code: 'validation_failed', errors: list(count, (at) => ({ pointer: `/f${at}`, code: 'type' })) }),
    })),
  ],
  [
    'items of a JSON text',
    500,
    (count) => {
      const text = JSON.stringify(list(count, fieldsOf.bind(undefined, 2)));
      return () => parseJson(text);
    },
  ],
  [
    'challenges',
    100,
    (count) => () =>
      readChallenges({ status: 401, text: '', headers: list(count, (at) => ['www-authenticate', `A${at} b="c"`]) }),
  ],
  [
    'signatures of a callback',
    50,
    (count) => {
      const one = call('{}', list(count, (at) => `v1,${at}`).join(' '));
      return () => explainSignature('whsec_YWJj', one);
    },
  ],
  [
    'fields of a callback',
    100,
    (count) => {
      const one = call(JSON.stringify(fieldsOf(count)));
      return () => explainSignature('whsec_YWJj', one);
    },
  ],
  [
    'callbacks, and invoices that they are of',
    30,
    (count) => {
      const shown = list(count, (at) => ({ ...create, invoice: { id: `inv_${at}` }, exchange: makeExchange() }));
      const calls = list(count, (at) =>
        call(JSON.stringify({ sequence: 1, data: { id: `inv_${at}`, status: 'PAID' } }), 'a', `evt_${at}`),
      );
      return () => checkEvents(contract, calls, shown as never);
    },
  ],
  [
    'a HAR in small pieces',
    300,
    (count) => () => {
      const splitter = new HarSplitter();
      splitter.read('{"log":{"entries":[{"a":"');
      for (let at = 0; at < count; at++) splitter.read('xxxxxx');
    },
  ],
  [
    'parts of a URL in a HAR',
    100,
    (count) => {
      const exchange = makeExchange({ url: `https://a.example${'/b'.repeat(count)}` });
      return () => baseOf(plain, exchange);
    },
  ],
  ['pieces of a head that passes by', 1000, onWatch('GET / HTTP/1.1\r\nA: ', 'a')],
  ['pieces of a line that passes by', 100, onWatch('POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n', '0'.repeat(500))],
  ['chunks that pass by', 500, onWatch('POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\na\r\n')],
  [
    'headers of a curl line',
    50,
    (count) => {
      const exchange = makeExchange();
      exchange.request.headers = list(count, (at) => [`x${at}`, "it's \u0007"]);
      return () => renderCurl(exchange);
    },
  ],
  ['features of reports that are compared', 200, onReport((report) => compareReports([report, report]))],
  ['requirements on the page of a comparison', 20, onReport((report) => renderComparison(compareReports([report, report])))],
  ['failures that are replayed', 500, onReport(({ results }) => judgeReplay(results, results))],
  ['findings on a page', 15, onReport(renderHtml)],
  ['findings in JUnit', 20, onReport(renderJunit)],
  ['findings on a terminal', 20, onReport((report) => renderConsole(report, { all: true, colour: true }))],
  ['findings that are cleaned', 20, onReport((report) => cleanerFor({ TOKEN: 'tok_0123456789' })(report))],
  [
    'exchanges in a HAR',
    30,
    (count) => {
      const recorded = list(count, (at) => ({ scope: 'a', exchange: makeExchange({ at: -at }) }));
      return () => renderHar(makeReport([]), recorded as never, 'a');
    },
  ],
  [
    'lines on a terminal',
    200,
    (count) => {
      const text = '::a\n##[b]\u001b[1m'.repeat(count);
      return () => encodePrinted(text, true);
    },
  ],
  [
    'signs in Markdown',
    300,
    (count) => {
      const text = '<a>&\n'.repeat(count);
      return () => encodeMarkdown(text);
    },
  ],
])('%s', async (_what, parts, make) => {
  expect(await growthOf(make, parts)).toBeLessThan(most);
});

test('finds work that searches a list once for each of its items', async () => {
  const make: Make = (count) => {
    const items = list(count, (at) => `a${at}`);
    return () => items.filter((one) => !items.includes(`${one}x`));
  };
  expect(await growthOf(make, 150)).toBeGreaterThan(most);
});

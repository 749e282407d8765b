import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { exampleCreate as order } from '@payment-invoice/generated/examples';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOpenTelemetryHooks } from './opentelemetry.ts';
import { createFakeClient, respondWith } from './test-kit/index.ts';
import { version } from './version.ts';

const exporter = new InMemorySpanExporter();
const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
const traceparent = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/;

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator({
    inject: (active, carrier: Record<string, string>) => {
      const span = trace.getSpanContext(active);
      if (span) carrier.traceparent = `00-${span.traceId}-${span.spanId}-01`;
    },
    extract: (active) => active,
    fields: () => ['traceparent'],
  });
});
afterAll(() => {
  context.disable();
  propagation.disable();
});

function start() {
  exporter.reset();
  return createFakeClient({ hooks: createOpenTelemetryHooks({ tracerProvider }) });
}
const spansOf = (name: string) => exporter.getFinishedSpans().filter((span) => span.name === name);

test('a call is one span below the active one, its attempts are spans below it, and each is sent its own', async () => {
  const { client, service } = start();
  service.script(respondWith.page(502), 'reset');
  const outer = tracerProvider.getTracer('shop').startSpan('checkout');
  await context.with(trace.setSpan(context.active(), outer), () => client.createPayment(order));
  outer.end();
  const [call, ...others] = spansOf('createPayment');
  expect(others).toEqual([]);
  expect(call).toMatchObject({
    kind: SpanKind.INTERNAL,
    status: { code: SpanStatusCode.UNSET },
    attributes: { 'payment_invoice.attempts': 3 },
    instrumentationScope: { name: '@payment-invoice/client', version },
    parentSpanContext: { spanId: outer.spanContext().spanId },
  });
  const attempts = spansOf('POST');
  expect(attempts.map(({ attributes }) => attributes)).toMatchObject([
    {
      'http.request.method': 'POST',
      'http.response.status_code': 502,
      'error.type': '502',
      'server.address': 'payments.test',
      'server.port': 80,
    },
    { 'http.request.resend_count': 1, 'error.type': 'ConnectionError' },
    {
      'http.request.resend_count': 2,
      'http.response.status_code': 200,
      'url.full': 'http://payments.test/api/v1/payments/create',
    },
  ]);
  for (const [index, span] of attempts.entries()) {
    expect(span).toMatchObject({ kind: SpanKind.CLIENT, parentSpanContext: { spanId: call?.spanContext().spanId } });
    const [, traceId, spanId] = traceparent.exec(service.requests[index]?.headers.traceparent ?? '') ?? [];
    expect([traceId, spanId]).toEqual([outer.spanContext().traceId, span.spanContext().spanId]);
  }
});

test('a call that fails says why', async () => {
  const { client } = start();
  await client.fetchPayment({ invoiceId: 'none' }).catch(() => undefined);
  expect(spansOf('fetchPayment')[0]).toMatchObject({
    status: { code: SpanStatusCode.ERROR, message: expect.stringContaining('invoice_not_found') },
    attributes: { 'error.type': 'invoice_not_found', 'payment_invoice.attempts': 1 },
  });
  expect(spansOf('POST')[0]).toMatchObject({ attributes: { 'error.type': '404' }, status: { code: SpanStatusCode.ERROR } });
});

test('calls at the same time are not mixed up', async () => {
  const { client } = start();
  await Promise.all([client.createPayment(order), client.fetchPayment({ invoiceId: 'none' }).catch(() => undefined)]);
  const parentOf = (status: number) =>
    spansOf('POST').find(({ attributes }) => attributes['http.response.status_code'] === status)?.parentSpanContext?.spanId;
  expect(parentOf(200)).toBe(spansOf('createPayment')[0]?.spanContext().spanId);
  expect(parentOf(404)).toBe(spansOf('fetchPayment')[0]?.spanContext().spanId);
});

test('no span holds a token or a receipt', async () => {
  const { client } = start();
  await client.submitReceipt({ invoiceId: 'none', webReceipt: 'receipt_of_the_payer' }).catch(() => undefined);
  const told = exporter.getFinishedSpans().map(({ name, attributes, events, status }) => ({ name, attributes, events, status }));
  expect(told).toHaveLength(2);
  expect(JSON.stringify(told)).not.toMatch(/test_token|receipt_of_the_payer/);
});

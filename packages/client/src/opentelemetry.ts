/**
 * OpenTelemetry spans: one for each call and, as its children, one for each attempt. They follow the semantic conventions for
 * HTTP clients. This is a separate entry point of the package; to use it, also install `@opentelemetry/api`.
 */
import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TracerProvider,
  trace,
} from '@opentelemetry/api';
import { PaymentApiError } from './errors/payment-api-error.ts';
import type { Hooks } from './options/client-options.ts';
import { version } from './version.ts';

/** The settings of createOpenTelemetryHooks. */
export interface OpenTelemetryOptions {
  /** The provider of the tracer; the global one when absent. */
  tracerProvider?: TracerProvider | undefined;
}

interface Running {
  call: Span;
  attempt: Span | undefined;
}

/**
 * Makes hooks for createClient that trace each call: `hooks: createOpenTelemetryHooks()`. The span of a call is a child of the
 * span that is active where the call begins. Each attempt carries the headers of the global propagator, for example
 * `traceparent`.
 * Switch off any instrumentation of fetch for this service, or each attempt has two spans.
 */
export function createOpenTelemetryHooks({ tracerProvider }: OpenTelemetryOptions = {}): Required<Hooks> {
  const tracer = (tracerProvider ?? trace).getTracer('@payment-invoice/client', version);
  const running = new Map<string, Running>();

  const endAttempt = (callId: string, attributes: Attributes) => {
    const known = running.get(callId);
    known?.attempt?.setAttributes(attributes);
    if (attributes['error.type'] !== undefined) known?.attempt?.setStatus({ code: SpanStatusCode.ERROR });
    known?.attempt?.end();
    if (known) known.attempt = undefined;
  };

  return {
    onRequest: ({ callId, operation, attempt, url, method, headers }) => {
      const known = running.get(callId) ?? { call: tracer.startSpan(operation, { kind: SpanKind.INTERNAL }), attempt: undefined };
      running.set(callId, known);
      const { hostname, port, protocol } = new URL(url);
      const attributes: Attributes = {
        'http.request.method': method,
        'server.address': hostname,
        'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
        'url.full': url,
        ...(attempt > 1 && { 'http.request.resend_count': attempt - 1 }),
      };
      const parent = trace.setSpan(context.active(), known.call);
      known.attempt = tracer.startSpan(method, { kind: SpanKind.CLIENT, attributes }, parent);
      propagation.inject(trace.setSpan(parent, known.attempt), headers);
    },
    onResponse: ({ callId, status, requestId }) =>
      endAttempt(callId, {
        'http.response.status_code': status,
        ...(requestId !== undefined && { 'http.response.header.x-request-id': [requestId] }),
        ...(status > 399 && { 'error.type': String(status) }),
      }),
    onRetry: ({ callId, error, delayMs }) => {
      endAttempt(callId, { 'error.type': error.name });
      running.get(callId)?.call.addEvent('retry', { 'error.type': error.name, delay_ms: delayMs });
    },
    onEnd: ({ callId, attempts, error }) => {
      const { call } = running.get(callId) ?? {};
      if (error !== undefined) endAttempt(callId, { 'error.type': nameOf(error) });
      running.delete(callId);
      call?.setAttribute('payment_invoice.attempts', attempts);
      if (error !== undefined) {
        call?.setAttribute('error.type', nameOf(error));
        // Only the messages of the client's own errors are sure to contain neither token nor receipt.
        call?.setStatus({ code: SpanStatusCode.ERROR, ...(error instanceof PaymentApiError && { message: error.message }) });
      }
      call?.end();
    },
  };
}

function nameOf(error: unknown): string {
  if (error instanceof PaymentApiError) return error.code ?? error.name;
  return error instanceof Error ? error.name : 'unknown';
}

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { changeInvoice, changeProblem } from '../faults/changes/change-response.ts';
import { inCallbacks, onReply, onRequest } from '../faults/changes/change-step.ts';
import { anotherHand } from '../servers/full/another-hand.ts';
import { callbacks } from '../servers/full/callbacks.ts';
import { startErrorTimes } from '../servers/full/error-times.ts';
import { everyFeature } from '../servers/full/every-feature.ts';
import { showLate } from '../servers/full/show-late.ts';
import { startFullServer } from '../servers/full/start-full-server.ts';
import { startPlainHttp } from '../servers/plain-http/start-plain-http.ts';
import type { Adapter } from '../src/adapter/adapter.ts';
import type { VariantTable } from './variant.ts';

/** Correct servers that are implemented differently, or that interpret the contract differently. */
export const implementationVariants: VariantTable = {
  'base-of-the-faults': {
    title: 'The server that most faults are built on, without one',
    why: 'What is found in a faulty server must be its fault.',
    coreSteps: {},
  },
  'plain-http': {
    title: 'Another reading of the source document: 201, plain-text errors, offsets in times, unknown fields',
    why: 'The source document states neither statuses nor error bodies (§4.3, §7), nor the form of ids, tags and notes (§2.1).',
    start: startPlainHttp,
  },
  model: {
    title: 'Every feature of the contract, in another implementation: what the faults of features are built on',
    why: 'It claims every feature and keeps to each.',
    features: everyFeature,
    fullSteps: {},
  },
  'another-hand': {
    title:
      'Every feature, written as another team would: indented JSON, 12.50, other headers, fields of its own, a shallow parser',
    why: 'How JSON and headers are spelled is no part of the contract; a parser may limit depth (RFC 8259, section 9).',
    features: everyFeature,
    fullSteps: anotherHand,
  },
  'no-sandbox': {
    title: 'Every feature, and no sandbox: neither http nor loopback is taken',
    why: 'Only a sandbox takes them (D-23).',
    features: everyFeature,
    noSandbox: true,
    fullSteps: {},
  },
  'clock-ahead': {
    title: 'A sandbox whose clock an earlier run moved by ten days; what it signs has the true time',
    why: 'A sandbox stays as a run left it, and a receiver compares webhook-timestamp with a clock of its own.',
    features: everyFeature,
    async start(options) {
      const running = await startFullServer(
        inCallbacks('attempt', (delivery, now) => callbacks.attempt(delivery, now, Date.now())),
        options,
      );
      await running.adapter?.advanceTime?.(10 * 86_400, running);
      return running;
    },
  },
  'restarted-to-move-its-clock': {
    title: 'Its clock is a minute and a half further than it was moved, as it was restarted for the move',
    why: 'Real time goes on while a clock is moved, however long that takes, and while other cases wait for it.',
    features: ['idempotency'],
    async start(options) {
      const running = await startFullServer({}, options);
      const given = running.adapter as Adapter;
      const adapter: Adapter = { ...given, advanceTime: async (seconds, target) => given.advanceTime?.(seconds + 90, target) };
      return { ...running, adapter };
    },
  },
  'twenty-second-lifetimes': {
    title: 'Every feature; an invoice lives twenty seconds',
    why: 'The lifetime is at most 24 hours, and its expiry is another event than those before it.',
    features: everyFeature,
    async start(options) {
      const running = await startFullServer({ lifetime: 20_000 }, options);
      // Makes the server notice that an invoice has expired even if nobody reads the invoice or moves the clock.
      const ticking = setInterval(() => void running.adapter?.advanceTime?.(0, running), 500);
      return {
        ...running,
        close() {
          clearInterval(ticking);
          return running.close();
        },
      };
    },
  },
  'forgiving-router': {
    title: 'Paths are taken in any case and with a slash behind, and without /api/v1 too',
    why: 'Which other paths there are is no part of the source document (§9).',
    features: ['problem-details', 'lifecycle'],
    fullSteps: onRequest((message) => {
      message.path = message.path
        .toLowerCase()
        .replace(/\/$/, '')
        .replace(/^\/payments\//, '/api/v1/payments/');
    }),
  },
  'errors-of-its-own': {
    title: 'Every feature but the problem details: errors are short JSON, and 400 where it can be',
    why: 'What a refusal looks like belongs only to the problem details.',
    features: everyFeature.filter((feature) => feature !== 'problem-details'),
    fullSteps: onReply((reply) => {
      if (reply.status < 400) return;
      if ([409, 413, 415, 422].includes(reply.status)) reply.status = 400;
      Object.assign(reply, { body: { error: 'no' } });
      reply.headers['Content-Type'] = 'application/json';
    }),
  },
  'counted-ids': {
    title:
      'Ids are 1, 2, 3; an invoice lives a day; fetch has two fields more at each read, and a field that is refused has one more code',
    why: 'Ids are opaque (D-04), other fields are not ruled out (§2.1), and the codes of fields are an open enum.',
    features: everyFeature,
    // This case repeats an Idempotency-Key so late that the server may already have forgotten it.
    untried: ['journeys/outage/key'],
    fullSteps: () => {
      let count = 0;
      const more = changeInvoice(() => ({ servedAt: randomUUID(), [randomUUID()]: null }), 'fetch');
      return {
        ...more,
        lifetime: 86_400_000,
        idOf: () => String(++count),
        async reply(...message) {
          await more.reply?.(...message);
          const { errors } = (message[0].body ?? {}) as { errors?: object[] };
          if (errors && errors.length < 32) errors.push({ ...errors[0], code: 'of_our_own' });
        },
      };
    },
  },
  'limits-told-where-documented': {
    title: 'Every feature; RateLimit and RateLimit-Policy stand only on a success and on a 429',
    why: 'The contract documents the two headers for no other response.',
    features: everyFeature,
    fullSteps: onReply(({ status, headers }) => {
      if (status < 400 || status === 429) return;
      delete headers.RateLimit;
      delete headers['RateLimit-Policy'];
    }),
  },
  'another-limit-told-too': {
    title: 'Every feature; each response tells a second limit, of 10,000 requests a day',
    why: 'RateLimit and RateLimit-Policy are lists, and an operator may have further limits.',
    features: everyFeature,
    fullSteps: onReply(({ headers }) => {
      if (headers.RateLimit === undefined) return;
      headers.RateLimit += ', "day";r=9998;t=80000';
      headers['RateLimit-Policy'] += ', "day";q=10000;w=86400';
    }),
  },
  'retry-after-rounded-up': {
    title: 'Every feature; Retry-After is two seconds longer than the window has left',
    why: 'A request succeeds after that time (D-15); a server may round up to be sure.',
    features: everyFeature,
    fullSteps: onReply(({ status, headers }) => {
      if (status === 429) headers['Retry-After'] = String(Number(headers['Retry-After']) + 2);
    }),
  },
  'retry-after-of-a-whole-window': {
    title: 'Every feature; Retry-After is always the length of the window',
    why: 'Whoever waits for that long succeeds: that the limit ends no sooner is nowhere said.',
    features: everyFeature,
    fullSteps: onReply(({ status, headers }) => {
      if (status === 429) headers['Retry-After'] = '60';
    }),
  },
  'fields-in-any-order': {
    title: 'Every feature; each response has its fields in another order',
    why: 'An object is unordered (RFC 8259, section 1), and a hash table is written in any order.',
    features: everyFeature,
    fullSteps: () => {
      let count = 0;
      return onReply((reply) => {
        const fields = Object.entries(reply.body ?? {});
        const first = ++count % fields.length;
        reply.body = Object.fromEntries([...fields.slice(first), ...fields.slice(0, first)]);
      });
    },
  },
  'problem-pages-out-of-reach': {
    title: 'Every feature; types of problems lead to a host that the suite cannot reach',
    why: 'The pages may stand anywhere, and where the suite runs is not everywhere.',
    features: everyFeature,
    untried: ['answers/problem-page', 'record/problem-pages'],
    fullSteps: changeProblem((problem) =>
      Object.assign(problem, { type: String(problem.type).replace(/^http:\/\/[^/]+/, 'http://127.0.0.1:9') }),
    ),
  },
  'longest-receipts': {
    title: 'Every feature; receipts have 8192 characters, most of them x, and so has the end of each request id',
    why: 'A receipt is opaque and may be as long as the contract allows, and what pads a text says nothing.',
    features: everyFeature,
    async start(options) {
      let padded = 0;
      const running = await startFullServer(
        {
          request(_message, { receipts }) {
            for (const [text, receipt] of [...receipts].slice(padded)) receipts.set(text.padEnd(8192, 'x'), receipt);
            padded = receipts.size;
          },
          reply(reply) {
            const id = reply.headers['X-Request-Id']?.padEnd(100, 'x');
            Object.assign(reply.headers, { 'X-Request-Id': id });
            if (reply.status >= 400) Object.assign(reply.body as object, { requestId: id });
          },
        },
        options,
      );
      const long = (receipt: string): string => receipt.padEnd(8192, 'x');
      const adapter = running.adapter as Adapter;
      const pay: Adapter['pay'] = async (...asked) => {
        const made = (await adapter.pay?.(...asked)) ?? null;
        return typeof made === 'string' ? long(made) : made && { ...made, receipt: long(made.receipt) };
      };
      return { ...running, pay: async (asked) => long(await running.pay(asked)), adapter: { ...adapter, pay } };
    },
  },
  'late-reads': {
    title: 'Submit returns the change, and fetch shows it a second and a half later',
    why: 'Reads may come from a copy that lags behind.',
    fullSteps: () => showLate(1500, 'fetch'),
  },
  'attempts-left-open': {
    title: 'An attempt has failed after 15 s, and its connection stays open; a response is waited for to its end until then',
    why: 'What becomes of the connection is not stated, and the status says enough for those who do not wait.',
    features: ['callbacks'],
    callbackWait: 30,
    fullSteps: {
      callbacks: {
        measure: (sent, patience) => {
          const timer = setTimeout(() => sent.emit('error', new Error('too late')), patience).unref();
          sent.once('close', () => clearTimeout(timer));
        },
        receive: (response) => new Promise((resolve) => response.once('close', resolve)),
      },
    },
  },
  'connections-end-with-the-store': {
    title: 'Every feature; while the store is away a request ends its connection, and gets its 503 on the next one',
    why: 'HTTP lets a server close a connection at any time (RFC 9112 §9.5): the client sends the request again on another.',
    features: everyFeature,
    fullSteps: () => {
      const seen = new Set<string>();
      return onReply(({ status }, { path, text }, { down }) => {
        if (!down.has('store') || status !== 503 || seen.has(`${path} ${text}`)) return;
        seen.add(`${path} ${text}`);
        throw new Error('The connection is closed.');
      });
    },
  },
  'late-to-notice': {
    title: 'Loaded for a moment, it notices one 429 to an attempt only after half a second',
    why: 'A pause is counted from when the response was noticed, which nothing says how soon it has to be.',
    features: ['callbacks'],
    start(options) {
      let isLoaded = true;
      return startFullServer(
        inCallbacks('receive', async ({ statusCode, headers }) => {
          if (!isLoaded || statusCode !== 429 || headers['retry-after'] !== undefined) return;
          isLoaded = false;
          await sleep(500);
        }),
        options,
      );
    },
  },
  'error-times': {
    title: 'Invoices have owners; errors name the time and the path, and what is no UUID is refused with 400',
    why: 'A response that differs from another only in its time tells nothing about an owner; what no invoice can have as its id is another error.',
    features: ['ownership'],
    start: startErrorTimes,
  },
};

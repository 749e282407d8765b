import { isDeepStrictEqual } from 'node:util';
import type { Call } from '../src/callbacks/listener.ts';
import { numberText, significant } from '../src/checks/compare-field.ts';
import { type Contract, ownOf, requirementsOf, type Schema } from '../src/contract/contract.ts';
import { describeSchema, showValue } from '../src/contract/describe-schema.ts';
import { isHeaderOf } from '../src/contract/header-schemas.ts';
import { dueAt, type Transition } from '../src/contract/lifecycle.ts';
import { readerOf } from '../src/contract/main-object.ts';
import { bareType } from '../src/contract/plain/read-responses.ts';
import { findCallback } from '../src/contract/read-delivery.ts';
import { groupBy } from '../src/group-by.ts';
import type { Exchange } from '../src/http/exchange.ts';
import { parseJson } from '../src/http/parse-json.ts';
import { type Finding, makeFinding } from '../src/outcome/finding.ts';
import { firstOfEach } from '../src/record/first-of-each.ts';
import { stayingFields } from '../src/record/lasting-fields.ts';
import type { Shown } from '../src/record/shown-invoices.ts';
import { attempt } from '../src/text/attempt.ts';
import { readTime } from '../src/text/read-time.ts';

/** A callback request that contains an event about an invoice. */
interface Event {
  call: Call;
  id: string;
  sequence: unknown;
  body: Record<string, unknown>;
  data: Record<string, unknown>;
  /** A list with the exchange that created the invoice. The list is empty if that exchange was not recorded. */
  created: Exchange[];
}

/** Checks all callbacks that arrived during the run: their webhook-ids, sequence numbers, and data about the invoice. */
export function checkEvents(contract: Contract, calls: readonly Call[], shown: readonly Shown[]): Finding[] {
  const ofInvoice = groupBy(shown, ({ invoice }) => invoice.id);
  const events = calls.flatMap((call) => eventsIn(call, ofInvoice));
  const findings: Finding[] = [];
  const say: Say = (requirement, { created }, expected, received) => {
    findings.push(makeFinding(contract, requirement, { member: 'callbackUrl', expected, received, exchanges: created }));
  };
  checkPosts(events, say);
  checkHeaders(contract, events, say);
  checkAttempts(events, say);
  checkSequences(events, say);
  for (const event of events) {
    checkTime(contract, event, say);
    checkData(contract, event, ofInvoice.get(event.id) ?? [], say);
  }
  return firstOfEach(findings);
}

/** Adds a finding about an event. */
type Say = (requirement: string, event: Pick<Event, 'created'>, expected: string, received: string) => void;

function eventsIn(call: Call, ofInvoice: ReadonlyMap<unknown, readonly Shown[]>): Event[] {
  const body = attempt(() => parseJson(call.body)) as Record<string, unknown> | null | undefined;
  const data = body?.data as Record<string, unknown> | null | undefined;
  // Another case reports a callback without an event.
  if (!body || !data || typeof data.id !== 'string') return [];
  const created = ofInvoice.get(data.id)?.find(({ operation }) => operation.creates);
  return [{ call, id: data.id, sequence: body.sequence, body, data, created: created ? [created.exchange] : [] }];
}

const webhookId = ({ call }: Event): string => call.headers['webhook-id'] ?? '';

/** Checks that every call is a POST of JSON, including later attempts and those after a restart or an outage. */
function checkPosts(events: readonly Event[], say: Say): void {
  const form = ({ call }: Event): string => `${call.method} of ${bareType(call.headers['content-type'])}`;
  const other = events.find((event) => form(event) !== 'POST of application/json');
  if (other) say('callback-is-post', other, 'POST of application/json', form(other));
}

/** Checks each header in all callbacks, because a wrong encoding, such as base64url, may look right in some of them. */
function checkHeaders(contract: Contract, events: readonly Event[], say: Say): void {
  for (const parameter of (findCallback(contract)?.schema.parameters ?? []) as Schema[]) {
    const name = String(parameter.name);
    const schema = (parameter.schema ?? {}) as Schema;
    const requirement = ownOf(requirementsOf(contract, parameter));
    const valueIn = ({ call }: Event): string | undefined => call.headers[name.toLowerCase()];
    // Another case reports a missing header.
    const wrong = events.find((event) => {
      const value = valueIn(event);
      return value !== undefined && !isHeaderOf([schema], value);
    });
    if (requirement && parameter.in === 'header' && wrong)
      say(requirement.id, wrong, `${name}: ${describeSchema(schema)}`, `${name}: ${valueIn(wrong)}`);
  }
}

/** Checks that all attempts to deliver an event have the same id and bytes, and that different events have different ids. */
function checkAttempts(events: readonly Event[], say: Say): void {
  for (const [id, [first, ...others]] of groupBy(events, webhookId)) {
    if (first === undefined) continue;
    const stranger = others.find((event) => event.id !== first.id || event.sequence !== first.sequence);
    const changed = others.find((event) => event.call.body !== first.call.body);
    if (stranger) {
      const received = `webhook-id: ${id} for ${told(first)} and ${told(stranger)}`;
      say('callback-id-stable', stranger, `webhook-id: ${id} for one event only`, received);
    } else if (changed) {
      say('callback-body-stays', changed, `the bytes of the first attempt: ${first.call.body}`, changed.call.body);
      const [once, again] = [first, changed].map(({ body }) => `timestamp: ${showValue(body.timestamp)}`) as [string, string];
      if (once !== again) say('event-timestamp', changed, `${once}, as at the first attempt`, again);
    }
  }
  for (const [first, ...others] of groupBy(events, (event) => `${event.id} ${event.sequence}`).values()) {
    const other = others.find((event) => first && webhookId(event) !== webhookId(first));
    if (first === undefined || other === undefined) continue;
    const expected = `webhook-id: ${webhookId(first)} at each attempt of ${told(first)}`;
    say('callback-id-stable', other, expected, `webhook-id: ${webhookId(other)}`);
  }
}

function checkSequences(events: readonly Event[], say: Say): void {
  for (const all of groupBy(events, ({ id }) => id).values()) {
    const numbers = [...new Set(all.map(({ sequence }) => Number(sequence)))].sort((one, other) => one - other);
    const [first] = all;
    if (first && numbers.some((number, at) => number !== at + 1))
      say('event-sequence-without-gaps', first, 'sequence: 1, 2 and so on', `sequence: ${numbers.join(', ')}`);
  }
}

/** Milliseconds by which the clocks of a deployment may differ. */
const apart = 60_000;

/**
 * Checks an event's timestamp: it must be after the invoice's creation and, if no expired invoice causes such an event, before
 * `expiresAt`. Ignores `expiresAt` if the lifetime is short, because the invoice may then expire before its event is made.
 */
function checkTime(contract: Contract, { created, body, data }: Event, say: Say): void {
  const [changed, from, until] = [body.timestamp, data.createdAt, data.expiresAt].map(readTime) as [number, number, number];
  const { transitions } = contract.lifecycle;
  const isDue = ({ event }: Transition): boolean => dueAt(contract, event) !== undefined;
  const expiring = new Set(transitions.flatMap((one) => (isDue(one) && one.to !== 'same' ? one.from : [])));
  const causes = transitions.filter((one) => one.callback === body.type);
  const isEarly = causes.every((one) => !isDue(one) && one.from.every((state) => expiring.has(state)));
  if (changed < from - apart || (isEarly && until - from > apart && changed >= until))
    say(
      'event-timestamp',
      { created },
      `timestamp: from ${data.createdAt} until ${data.expiresAt}`,
      `timestamp: ${body.timestamp}`,
    );
}

/** Checks an event's type, and that its data agrees with the responses about the same invoice. */
function checkData(contract: Contract, event: Event, shown: readonly Shown[], say: Say): void {
  const { data, body } = event;
  const type = `invoice.${String(data.status).toLowerCase()}`;
  const isReminder = contract.lifecycle.transitions.some(
    ({ callback, to, from }) => callback === body.type && to === 'same' && from.includes(String(data.status)),
  );
  if (body.type !== type && !isReminder)
    say('event-type-names-change', event, `type: "${type}", as its status is`, `type: ${showValue(body.type)}`);
  if (Object.hasOwn(data, 'callbackUrl')) {
    const expected = 'data without callbackUrl, as fetch returns the invoice';
    say('event-data-is-the-invoice', event, expected, `data.callbackUrl: ${showValue(data.callbackUrl)}`);
  }
  const fetch = readerOf(contract);
  const fields = Object.keys(fetch.response.properties ?? {});
  const changed = contract.lifecycle.transitions.flatMap(({ changes = [] }) => changes);
  const same = shown.findLast(
    ({ invoice, operation }) =>
      !operation.creates &&
      invoice.status === data.status &&
      // In a state that is not final, these fields may change again, so only a response with the same values is used.
      (contract.lifecycle.terminal.includes(String(data.status)) ||
        changed.every((field) => isClose(invoice[field], data[field]))),
  );
  const created = shown.find(({ operation }) => operation.creates);
  for (const [fieldsOf, one] of [
    [fields, same],
    [stayingFields(contract, fetch), created],
  ] as const) {
    const written = { shown: one?.exchange.answer?.text ?? '', told: event.call.body };
    const wrong = one && fieldsOf.find((field) => differs(field, one.invoice[field], data[field], written));
    if (!one || wrong === undefined) continue;
    const { path } = one.exchange.request;
    const expected = `data.${wrong}: ${showDigits(written.shown, wrong, one.invoice[wrong])}, as ${path} returned`;
    const received = `data.${wrong}: ${showDigits(written.told, wrong, data[wrong])}`;
    say('event-data-is-the-invoice', { created: [one.exchange] }, expected, received);
    break;
  }
}

const isClose = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'number' && typeof other === 'number' && Math.abs(one - other) < 0.001);

/** Returns whether two values of a field differ. Compares the digits of numbers too, because a double may not hold them all. */
function differs(field: string, shown: unknown, told: unknown, written: { shown: string; told: string }): boolean {
  if (!isDeepStrictEqual(shown, told)) return true;
  const [one, other] = [numberText(written.shown, field), numberText(written.told, field)];
  return typeof shown === 'number' && one !== undefined && other !== undefined && significant(one) !== significant(other);
}

const showDigits = (json: string, field: string, value: unknown): string =>
  (typeof value === 'number' ? numberText(json, field) : undefined) ?? showValue(value);

const told = ({ id, sequence }: Event): string => `${id}, sequence ${showValue(sequence)}`;

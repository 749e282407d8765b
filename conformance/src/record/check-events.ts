import { isDeepStrictEqual } from 'node:util';
import type { Call } from '../callbacks/listener.ts';
import { numberText, significant } from '../checks/compare-field.ts';
import { type Contract, operationById, ownOf, requirementsOf, type Schema } from '../contract/contract.ts';
import { describeSchema, showValue } from '../contract/describe-schema.ts';
import { isHeaderOf } from '../contract/header-schemas.ts';
import { findCallback } from '../contract/read-delivery.ts';
import { groupBy } from '../group-by.ts';
import type { Exchange } from '../http/exchange.ts';
import { parseJson } from '../http/parse-json.ts';
import { type Finding, makeFinding } from '../outcome/finding.ts';
import { attempt } from '../text/attempt.ts';
import { firstOfEach } from './first-of-each.ts';
import { stayingFields } from './lasting-fields.ts';
import type { Shown } from './shown-invoices.ts';

/** A callback request that contains an event about an invoice. */
interface Event {
  call: Call;
  id: string;
  sequence: unknown;
  body: Record<string, unknown>;
  data: Record<string, unknown>;
  /** The exchange that created the invoice, as a list. The list is empty if that exchange was not recorded. */
  created: Exchange[];
}

/**
 * Checks all callbacks that arrived during the run, for any case: their webhook-ids, sequence numbers, and data about the
 * invoice.
 */
export function checkEvents(contract: Contract, calls: readonly Call[], shown: readonly Shown[]): Finding[] {
  const ofInvoice = groupBy(shown, ({ invoice }) => invoice.id);
  const events = calls.flatMap((call) => eventsIn(call, ofInvoice));
  return firstOfEach([
    ...checkHeaders(contract, events),
    ...checkAttempts(contract, events),
    ...checkSequences(contract, events),
    ...events.flatMap((event) => checkData(contract, event, ofInvoice.get(event.id) ?? [])),
  ]);
}

function eventsIn(call: Call, ofInvoice: ReadonlyMap<unknown, readonly Shown[]>): Event[] {
  const body = attempt(() => parseJson(call.body)) as Record<string, unknown> | null | undefined;
  const data = body?.data as Record<string, unknown> | null | undefined;
  // Another case reports a callback without an event.
  if (!body || !data || typeof data.id !== 'string') return [];
  const created = ofInvoice.get(data.id)?.find(({ operation }) => operation.id === 'createPayment');
  return [{ call, id: data.id, sequence: body.sequence, body, data, created: created ? [created.exchange] : [] }];
}

const webhookId = ({ call }: Event): string => call.headers['webhook-id'] ?? '';

/**
 * Checks each header in all callbacks of the run, because a wrong encoding, such as base64url, may look right in some of them.
 */
function checkHeaders(contract: Contract, events: readonly Event[]): Finding[] {
  const parameters = (findCallback(contract)?.schema.parameters ?? []) as Schema[];
  return parameters.flatMap((parameter) => {
    const name = String(parameter.name);
    const schema = (parameter.schema ?? {}) as Schema;
    const requirement = ownOf(requirementsOf(contract, parameter));
    const valueIn = ({ call }: Event): string | undefined => call.headers[name.toLowerCase()];
    // Another case reports a missing header.
    const wrong = events.find((event) => {
      const value = valueIn(event);
      return value !== undefined && !isHeaderOf([schema], value);
    });
    if (!requirement || parameter.in !== 'header' || wrong === undefined) return [];
    return [say(contract, requirement.id, wrong, `${name}: ${describeSchema(schema)}`, `${name}: ${valueIn(wrong)}`)];
  });
}

/**
 * Checks that all attempts to deliver an event have the same id and the same bytes, and that different events have different ids.
 */
function checkAttempts(contract: Contract, events: readonly Event[]): Finding[] {
  const findings: Finding[] = [];
  for (const [id, attempts] of groupBy(events, webhookId)) {
    const [first] = attempts;
    const stranger = attempts.find((event) => event.id !== first?.id || event.sequence !== first.sequence);
    if (first && stranger)
      findings.push(
        say(
          contract,
          'callback-id-stable',
          stranger,
          `webhook-id: ${id} for one event only`,
          `webhook-id: ${id} for ${told(first)} and ${told(stranger)}`,
        ),
      );
    const changed = attempts.find((event) => event !== stranger && event.call.body !== first?.call.body);
    if (first && changed && !stranger)
      findings.push(
        say(contract, 'callback-body-stays', changed, `the bytes of the first attempt: ${first.call.body}`, changed.call.body),
      );
  }
  for (const same of groupBy(events, (event) => `${event.id} ${event.sequence}`).values()) {
    const [first] = same;
    const other = same.find((event) => first && webhookId(event) !== webhookId(first));
    if (first && other)
      findings.push(
        say(
          contract,
          'callback-id-stable',
          other,
          `webhook-id: ${webhookId(first)} at each attempt of ${told(first)}`,
          `webhook-id: ${webhookId(other)}`,
        ),
      );
  }
  return findings;
}

function checkSequences(contract: Contract, events: readonly Event[]): Finding[] {
  return [...groupBy(events, ({ id }) => id).values()].flatMap((all) => {
    const numbers = [...new Set(all.map(({ sequence }) => Number(sequence)))].sort((one, other) => one - other);
    const [first] = all;
    if (first === undefined || numbers.every((number, at) => number === at + 1)) return [];
    return [say(contract, 'event-sequence-without-gaps', first, 'sequence: 1, 2 and so on', `sequence: ${numbers.join(', ')}`)];
  });
}

/**
 * Checks that each field of the invoice in an event has the same value as in a response with the invoice in the same state.
 * @param shown responses with the invoice
 */
function checkData(contract: Contract, event: Event, shown: readonly Shown[]): Finding[] {
  const { data, body } = event;
  const findings: Finding[] = [];
  const type = `invoice.${String(data.status).toLowerCase()}`;
  const isReminder = contract.lifecycle.transitions.some(
    ({ callback, to, from }) => callback === body.type && to === 'same' && from.includes(String(data.status)),
  );
  if (body.type !== type && !isReminder)
    findings.push(
      say(contract, 'event-type-names-change', event, `type: "${type}", as its status is`, `type: ${showValue(body.type)}`),
    );
  if (Object.hasOwn(data, 'callbackUrl'))
    findings.push(
      say(
        contract,
        'event-data-is-the-invoice',
        event,
        'data without callbackUrl, as fetch returns the invoice',
        `data.callbackUrl: ${showValue(data.callbackUrl)}`,
      ),
    );
  const fetch = operationById(contract, 'fetchPayment');
  const fields = Object.keys(fetch.response.properties ?? {});
  const changed = contract.lifecycle.transitions.flatMap(({ changes = [] }) => changes);
  const same = shown.findLast(
    ({ invoice, operation }) =>
      operation.id !== 'createPayment' &&
      invoice.status === data.status &&
      // In a state that is not final, an invoice may have had several sums. The event is compared with the response that has the
      // same sums, apart from floating-point errors.
      (contract.lifecycle.terminal.includes(String(data.status)) ||
        changed.every((field) => isClose(invoice[field], data[field]))),
  );
  const created = shown.find(({ operation }) => operation.id === 'createPayment');
  for (const [fieldsOf, one] of [
    [fields, same],
    [stayingFields(contract, fetch), created],
  ] as const) {
    const written = { shown: one?.exchange.answer?.text ?? '', told: event.call.body };
    const wrong = one && fieldsOf.find((field) => differs(field, one.invoice[field], data[field], written));
    if (!one || wrong === undefined) continue;
    const finding = say(
      contract,
      'event-data-is-the-invoice',
      event,
      `data.${wrong}: ${showDigits(written.shown, wrong, one.invoice[wrong])}, as ${one.exchange.request.path} returned`,
      `data.${wrong}: ${showDigits(written.told, wrong, data[wrong])}`,
    );
    findings.push({ ...finding, exchanges: [one.exchange] });
    break;
  }
  return findings;
}

const isClose = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'number' && typeof other === 'number' && Math.abs(one - other) < 0.001);

/**
 * Returns whether the values of a field differ. Numbers must also have the same digits in the JSON text, which may be more than a
 * double can hold.
 */
function differs(field: string, shown: unknown, told: unknown, written: { shown: string; told: string }): boolean {
  if (!isDeepStrictEqual(shown, told)) return true;
  const [one, other] = [numberText(written.shown, field), numberText(written.told, field)];
  return typeof shown === 'number' && one !== undefined && other !== undefined && significant(one) !== significant(other);
}

const showDigits = (json: string, field: string, value: unknown): string =>
  (typeof value === 'number' ? numberText(json, field) : undefined) ?? showValue(value);

const told = ({ id, sequence }: Event): string => `${id}, sequence ${showValue(sequence)}`;

function say(contract: Contract, requirement: string, { created }: Event, expected: string, received: string): Finding {
  return makeFinding(contract, requirement, { member: 'callbackUrl', expected, received, exchanges: created });
}

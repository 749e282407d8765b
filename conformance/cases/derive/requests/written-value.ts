import { isDeepStrictEqual } from 'node:util';
import type { Case } from '../../../src/case/case.ts';
import type { ExpectedItem } from '../../../src/checks/check-problem.ts';
import { excuseRefusal } from '../../../src/checks/check-refusal.ts';
import { isRepeated } from '../../../src/checks/is-repeated.ts';
import { isClaimedProperty } from '../../../src/contract/claimed-schema.ts';
import { type Contract, echoOf, type Operation } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { pointed } from '../../../src/contract/follow-reference.ts';
import { lawfulBody, mendBody } from '../../../src/contract/mend-body.ts';
import { breachOf, relationsOf } from '../../../src/contract/relations.ts';
import { sampleOf } from '../../../src/contract/sample-of.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { parseJson } from '../../../src/http/parse-json.ts';
import { CaseSkipped } from '../../../src/outcome/case-skipped.ts';
import { broken, type Finding, insteadOf } from '../../../src/outcome/finding.ts';
import { storedFor } from '../../../src/subject/body-for.ts';
import { isAccepted } from '../../../src/subject/plain-calls.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
import { invoiceOf } from '../../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { asSent } from '../../../src/subject/unique-values.ts';
import { bodyToTry } from '../../play/body-to-try.ts';
import { excuseNarrow } from './excuse-narrow.ts';
import { judgeRefusedValue, refusedValueCovers } from './judge-refused-value.ts';
import { sentValue } from './sent-values.ts';

/** A value of a field, as it is written in the body of a request. */
export interface WrittenValue {
  /** The end of the case's id, after the name of the field. */
  id: string;
  json: string;
  /** The keys that lead from the field's value to the nested value that is tried. */
  path?: readonly string[];
  /** The value to show in the case's title; by default the same as `json`. */
  shown?: string;
  requirement: string;
  /** The JSON text that the field must have in the response; by default the text that was sent. */
  echoed?: string;
  /** The code of the item in `errors` for this field, or a list of codes if any of them is right. */
  code?: ExpectedItem['code'];
  /** The requirement that is broken if the value is accepted but comes back changed. */
  echoRequirement?: string;
  features?: string[];
  derived?: boolean;
  /** True if the value is also sent together with every other optional field. */
  besideOthers?: boolean;
}

/** Sends a request in which one field is written as this JSON text and the other fields are valid. */
export async function sendWith(
  subject: Subject,
  operation: Operation,
  field: string,
  json: string,
  isLawful: boolean,
  beside: Record<string, unknown> = {},
): Promise<Exchange> {
  const isCreate = operation.id === 'createPayment' && !operation.plain;
  const smallest = { ...(isCreate ? subject.createBody : await bodyToTry(subject, operation)), ...beside };
  if (operation.plain) {
    const named = [...operation.plain.origins.keys()];
    return subject.send(
      requestFor(operation, lawfulBody(operation, { ...smallest, [field]: JSON.parse(json) }, [field, ...named])),
    );
  }
  const stored =
    operation.identifies === undefined ? undefined : await storedFor(subject, operation, smallest[operation.identifies]);
  const value = parseJson(json);
  const kept = operation.identifies === undefined ? [field] : [field, operation.identifies];
  const whole = lawfulBody(operation, { ...smallest, [field]: value }, kept, stored);
  const isTooMuch = relationsOf(operation.request).some(
    (relation) => relation.of !== undefined && relation.property === field && breachOf(relation, whole, stored) !== undefined,
  );
  if (isLawful && isTooMuch) throw new CaseSkipped(`${field}: ${shorten(json)} is more than the invoice of this run allows.`);
  const spec = requestFor(operation, { ...whole, [field]: '@' });
  return subject.send({ ...spec, body: (spec.body ?? '').replace('"@"', () => json) });
}

function shared(operation: Operation, { requirement, features, derived }: WrittenValue) {
  return {
    requirement,
    operations: [operation.slug],
    ...(features && { features }),
    ...(derived && { derived }),
  };
}

/** Throws if the request has no such field, because the cases that send it would be wrong. */
function demandField({ id, request }: Operation, field: string): void {
  if (Object.hasOwn(request.properties ?? {}, field)) return;
  throw new Error(`${id} has no ${field}, but cases of this file send it: remove them, or rename the field in them.`);
}

/** @throws Error if no valid body with these values can be made */
export function demandLawful({ id, request, requestPointer }: Operation, values: Record<string, unknown>): void {
  const sampled = (request.required ?? []).map((name) => [
    name,
    sampleOf(request.properties?.[name] ?? {}, `${requestPointer}/properties/${name}`),
  ]);
  const body = { ...Object.fromEntries(sampled), ...values };
  if (mendBody({ request, body, keep: Object.keys(values) })) return;
  throw new Error(
    `The suite can make no valid body of ${id} with ${showValue(values)}: give one under examples of the request (${requestPointer}).`,
  );
}

/** Derives a case which checks that an operation accepts a value, and that the response repeats it in the corresponding field. */
export function acceptedValue(contract: Contract, operation: Operation, field: string, value: WrittenValue): Case {
  demandField(operation, field);
  demandLawful(operation, { [field]: parseJson(value.json) });
  const { id, json, requirement, echoed = json, echoRequirement = requirement } = value;
  const echo = Object.entries(operation.response.properties ?? {})
    .flatMap(([name, schema]) => echoOf(name, schema) ?? [])
    .find((one) => one.operation === operation.id && one.sent === field);
  return {
    ...shared(operation, value),
    id: `${operation.slug}/values/${field}/${id}`,
    title: `${operation.slug} accepts ${field}: ${shorten(json)}${echo ? ' and returns it' : ''}`,
    ...(echoRequirement !== requirement && { covers: [echoRequirement] }),
    async run({ subject, features }): Promise<Finding[]> {
      const send = (text: string) => sendWith(subject, operation, field, text, true);
      const exchange = await send(json);
      const found = judge(exchange, `${field}: ${shorten(json)}`);
      if (found.length > 0 && operation.plain && !isAccepted(operation, exchange.answer)) {
        const others = Object.entries(othersOf(contract, operation, field, features));
        const beside = Object.fromEntries(others.filter(([name]) => !operation.plain?.origins.has(name)));
        const whole = await sendWith(subject, operation, field, json, true, beside);
        if (isAccepted(operation, whole.answer))
          throw new CaseSkipped(
            `${operation.method} ${operation.path} accepts ${field}: ${shorten(json)} beside its other fields only: which of them it needs, the document does not say.`,
          );
        await excuseNarrow(operation, {
          name: field,
          schema: operation.request.properties?.[field] ?? {},
          value: parseJson(json),
          known: (await bodyToTry(subject, operation))[field],
          send: (other) => send(JSON.stringify(other)),
        });
      }
      if (found.length > 0 || !value.besideOthers) return found;
      const beside = othersOf(contract, operation, field, features);
      const difference = `${field}: ${shorten(json)} beside ${Object.keys(beside).join(' and ')}`;
      return judge(await sendWith(subject, operation, field, json, true, beside), difference);
    },
  };

  function judge(exchange: Exchange, difference: string): Finding[] {
    const response = exchange.answer;
    const about = { member: field, difference, exchanges: [exchange] };
    if (!isAccepted(operation, response)) {
      excuseRefusal(operation, exchange);
      return broken(contract, requirement, { ...about, ...insteadOf('a success', exchange) });
    }
    const shown = echo && invoiceOf(exchange)[echo.property];
    const value = parseJson(json);
    const { [field]: sent } = asSent(operation, exchange, { [field]: value });
    const isFresh = sent !== value;
    const isSame = operation.plain
      ? isRepeated(shown, JSON.parse(echoed), operation.request.properties?.[field])
      : isEchoed(shown, isFresh ? JSON.stringify(sent) : echoed);
    if (!echo || isSame) return [];
    // An accepted value that comes back changed breaks the requirement of the response, not that of the request.
    const [expected, received] = [`${field}: ${echoed}`, `${field}: ${showValue(shown)}`];
    return broken(contract, echoRequirement, { ...about, expected, received });
  }
}

/** Returns values for the other optional fields of a request, without those of features that the deployment does not claim. */
function othersOf(
  contract: Contract,
  { request, requestPointer }: Operation,
  field: string,
  features: ReadonlySet<string>,
): Record<string, unknown> {
  const others = Object.entries(request.properties ?? {}).filter(
    ([name, schema]) => name !== field && !request.required?.includes(name) && isClaimedProperty(contract, schema, features),
  );
  return Object.fromEntries(
    others.map(([name, schema]) => [name, sentValue(schema, `${requestPointer}/properties/${pointed(name)}`)]),
  );
}

/** Derives a case which checks that an operation refuses a value and names the field. */
export function refusedValue(operation: Operation, field: string, value: WrittenValue): Case {
  demandField(operation, field);
  const { id, json, shown = json, requirement, code, path = [] } = value;
  return {
    ...shared(operation, value),
    id: `${operation.slug}/values/${field}/${id}`,
    title: `${operation.slug} refuses ${field}: ${shorten(shown)}`,
    covers: refusedValueCovers(operation),
    async run({ contract, subject, features }): Promise<Finding[]> {
      const exchange = await sendWith(subject, operation, field, json, false);
      const difference = `${field}: ${showValue(subject.createBody[field])} → ${shorten(shown)}`;
      const refused = { requirement, member: field, path, difference, ...(code && { code }) };
      return judgeRefusedValue(contract, operation, features, refused, exchange);
    },
  };
}

/** Checks whether a value equals this JSON text. The order of fields may differ. */
function isEchoed(shown: unknown, echoed: string): boolean {
  if (typeof shown === 'number') return shown === Number(echoed);
  if (typeof shown === 'object' && shown !== null) return isDeepStrictEqual(shown, JSON.parse(echoed));
  return JSON.stringify(shown) === echoed;
}

function shorten(json: string): string {
  return json.length > 60 ? `${json.slice(0, 40)}… (${json.length} characters)` : json;
}

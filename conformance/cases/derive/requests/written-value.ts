import { isDeepStrictEqual } from 'node:util';
import type { Case } from '../../../src/case/case.ts';
import { checkProblem, type ExpectedItem } from '../../../src/checks/check-problem.ts';
import { checkRefusal, excuseRefusal } from '../../../src/checks/check-refusal.ts';
import { isRepeated } from '../../../src/checks/is-repeated.ts';
import { compileSchema } from '../../../src/contract/compile-schema.ts';
import { type Contract, type Operation, requirementAbout, requirementById } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { comparable, isFilledIn } from '../../../src/contract/echoed-value.ts';
import { inlineReferences, pointed } from '../../../src/contract/follow-reference.ts';
import { bodyAround, lawfulBody, mendBody } from '../../../src/contract/mend-body.ts';
import { breachOf, relationsOf } from '../../../src/contract/relations.ts';
import { requiredOf } from '../../../src/contract/sample-of.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { parseJson } from '../../../src/http/parse-json.ts';
import { CaseSkipped } from '../../../src/outcome/case-skipped.ts';
import { broken, type Finding, insteadIn, insteadOf } from '../../../src/outcome/finding.ts';
import { storedFor } from '../../../src/subject/body-for.ts';
import { isAccepted } from '../../../src/subject/plain-calls.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
import { invoiceOf } from '../../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { asSent } from '../../../src/subject/unique-values.ts';
import { bodyToTry } from '../../play/body-to-try.ts';
import { excuseNarrow } from './excuse-narrow.ts';
import { echoesOf, optionalValues } from './sent-values.ts';

/** A value of a field, as it is written in the body of a request. */
export interface WrittenValue extends Pick<Case, 'requirement' | 'features' | 'derived'> {
  /** The end of the case's id, after the name of the field. */
  id: string;
  json: string;
  /** The keys that lead from the field's value to the nested value that is tried. */
  path?: readonly string[];
  /** The value in the case's title; by default `json`. */
  shown?: string;
  /** The JSON text that the field must have in the response; by default `json`. */
  echoed?: string;
  /** The code of the item in `errors` for this field, or a list of codes if any of them is right. */
  code?: ExpectedItem['code'];
  /** The requirement that is broken if the value is accepted but comes back changed. */
  echoRequirement?: string;
  /** True to send the value once more, together with every other optional field. */
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
  const isCreate = operation.creates && !operation.plain;
  const smallest = { ...(isCreate ? subject.createBody : await bodyToTry(subject, operation)), ...beside };
  if (operation.plain) return subject.send(requestFor(operation, bodyAround(operation, smallest, field, JSON.parse(json))));
  const { identifies } = operation;
  const stored = identifies === undefined ? undefined : await storedFor(subject, operation, smallest[identifies]);
  const kept = identifies === undefined ? [field] : [field, identifies];
  const whole = lawfulBody(operation, { ...smallest, [field]: parseJson(json) }, kept, stored);
  const isTooMuch = relationsOf(operation.request).some(
    (relation) => relation.of !== undefined && relation.property === field && breachOf(relation, whole, stored) !== undefined,
  );
  if (isLawful && isTooMuch) throw new CaseSkipped(`${field}: ${shorten(json)} is more than the invoice of this run allows.`);
  const spec = requestFor(operation, { ...whole, [field]: '@' });
  return subject.send({ ...spec, body: (spec.body ?? '').replace('"@"', () => json) });
}

/** Makes the parts that the cases for a value have in common. Throws if the request has no such field. */
function shared({ id, slug, request }: Operation, field: string, value: WrittenValue) {
  if (!Object.hasOwn(request.properties ?? {}, field))
    throw new Error(`${id} has no ${field}, but cases of this file send it: remove them, or rename the field in them.`);
  const { requirement, features, derived } = value;
  return {
    ...{ id: `${slug}/values/${field}/${value.id}`, requirement, operations: [slug] },
    ...(features && { features }),
    ...(derived && { derived }),
  };
}

/** @throws Error if no valid body with these values can be made */
function demandLawful({ id, request, requestPointer }: Operation, values: Record<string, unknown>): void {
  const body = { ...requiredOf(request, requestPointer), ...values };
  if (mendBody({ request, body, keep: Object.keys(values) })) return;
  throw new Error(
    `The suite can make no valid body of ${id} with ${showValue(values)}: give one under examples of the request (${requestPointer}).`,
  );
}

/** Derives a case which checks that an operation accepts a value, and that the response repeats it in the corresponding field. */
export function acceptedValue(contract: Contract, operation: Operation, field: string, value: WrittenValue): Case {
  const { json, requirement, echoed = json, echoRequirement = requirement } = value;
  const echo = echoesOf(operation).find(({ sent }) => sent === field);
  const about = shared(operation, field, value);
  demandLawful(operation, { [field]: parseJson(json) });
  return {
    ...about,
    title: `${operation.slug} accepts ${field}: ${shorten(json)}${echo ? ' and returns it' : ''}`,
    ...(echoRequirement !== requirement && { covers: [echoRequirement] }),
    async run({ subject, features }): Promise<Finding[]> {
      const send = (text: string) => sendWith(subject, operation, field, text, true);
      const exchange = await send(json);
      const found = judge(exchange, `${field}: ${shorten(json)}`);
      if (found.length > 0 && operation.plain && !isAccepted(operation, exchange.answer)) {
        const beside = othersOf(features);
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
      const beside = othersOf(features);
      const difference = `${field}: ${shorten(json)} beside ${Object.keys(beside).join(' and ')}`;
      return judge(await sendWith(subject, operation, field, json, true, beside), difference);
    },
  };

  /** Returns values for the other optional fields. */
  function othersOf(features: ReadonlySet<string>): Record<string, unknown> {
    const { [field]: _own, ...others } = optionalValues(contract, operation, features);
    const isFree = ([name]: [string, unknown]): boolean => !operation.plain?.origins.has(name);
    return Object.fromEntries(Object.entries(others).filter(isFree));
  }

  function judge(exchange: Exchange, difference: string): Finding[] {
    if (!isAccepted(operation, exchange.answer)) {
      excuseRefusal(operation, exchange);
      return broken(contract, requirement, { member: field, difference, ...insteadOf('a success', exchange) });
    }
    const value = parseJson(json);
    if (!echo || (value === null && isFilledIn(operation, echo))) return [];
    const { [echo.property]: shown } = invoiceOf(exchange);
    const { [field]: sent } = asSent(operation, exchange, { [field]: value });
    const canShow = compileSchema(inlineReferences(contract.document, echo.schema));
    // If the response field's schema forbids the text as it was sent, for example in capitals, the server must respell it.
    const isRespelled = echo.ignoring.length > 0 && !canShow(value);
    const isSame = isRespelled
      ? canShow(shown) && comparable(shown, echo) === comparable(value, echo)
      : operation.plain
        ? isRepeated(shown, JSON.parse(echoed), operation.request.properties?.[field])
        : isEchoed(shown, sent === value ? echoed : JSON.stringify(sent));
    // An accepted value that comes back changed breaks the requirement of the response, not that of the request.
    return isSame ? [] : broken(contract, echoRequirement, { difference, ...insteadIn(field, echoed, shown, [exchange]) });
  }
}

/** Derives a case which checks that an operation refuses a value and names the field. */
export function refusedValue(operation: Operation, field: string, value: WrittenValue): Case {
  const { json, shown = json, requirement, code, path = [] } = value;
  return {
    ...shared(operation, field, value),
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

/** A wrong value that was sent, with parts as in WrittenValue. */
interface RefusedValue {
  requirement: string;
  member: string;
  path?: readonly string[];
  difference: string;
  code?: ExpectedItem['code'];
}

/** Returns the requirements that a case with judgeRefusedValue covers, besides the case's own requirement. */
export const refusedValueCovers = (operation: Operation): string[] => [
  'bad-input-is-no-server-error',
  requirementAbout(operation, 'validation').id,
  'problem-names-members',
];

/** Checks that a request with a wrong value is refused and, if problem-details is claimed, that the problem names the field. */
export function judgeRefusedValue(
  contract: Contract,
  operation: Operation,
  features: ReadonlySet<string>,
  { requirement, member: field, path = [], difference, code }: RefusedValue,
  exchange: Exchange,
): Finding[] {
  const own = requirementById(contract, requirement);
  const about = { requirement: own, pointer: own.pointer, member: field, difference };
  const findings = checkRefusal(contract, { ...about, baselineAccepted: true }, exchange);
  if (findings.length > 0 || !features.has('problem-details')) return findings;
  const item = { pointer: `/${[field, ...path].map(pointed).join('/')}`, ...(code !== undefined && { code }) };
  const problem = { requirement: requirementAbout(operation, 'validation'), code: 'validation_failed', item };
  return checkProblem(contract, { ...about, problem }, exchange);
}

/** Checks whether a value equals this JSON text. The order of fields may differ. */
function isEchoed(shown: unknown, echoed: string): boolean {
  if (typeof shown === 'number') return shown === Number(echoed);
  if (typeof shown === 'object' && shown !== null) return isDeepStrictEqual(shown, JSON.parse(echoed));
  return JSON.stringify(shown) === echoed;
}

export const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 40)}… (${text.length} characters)` : text);

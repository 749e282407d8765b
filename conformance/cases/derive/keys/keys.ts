import { isDeepStrictEqual } from 'node:util';
import type { Case } from '../../../src/case/case.ts';
import { compileSchema } from '../../../src/contract/compile-schema.ts';
import { type Contract, type Operation, operationById, ownOf, type Parameter } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { pointed } from '../../../src/contract/follow-reference.ts';
import { listConstraints } from '../../../src/contract/list-constraints.ts';
import { type Exchange, isSuccess, responseHeader, responseObject } from '../../../src/http/exchange.ts';
import { withHeader } from '../../../src/http/json-request.ts';
import { CaseSkipped } from '../../../src/outcome/case-skipped.ts';
import { broken } from '../../../src/outcome/make-finding.ts';
import { type Inputs, requestFor } from '../../../src/subject/request-for.ts';
import { bodyToTry } from '../../play/body-to-try.ts';
import { refusedWith } from '../../play/key-trial.ts';
import { edgeValue } from '../requests/forbidden-value.ts';
import { isCallable } from '../requests/grammar.ts';

/** A call, or two, with a key at an operation. */
interface Trial {
  id: string;
  title: string;
  /** The requirement, where the contract calls it so; else the first that stands at the key. */
  requirement: string;
  /** The code of the refusal that it expects: without it among the examples of the operation it is not tried. */
  code?: string;
  /** Sends a call with this key and body. */
  run(
    call: (key: string, body: Inputs) => Promise<Exchange>,
    body: Inputs,
    features: ReadonlySet<string>,
  ): Promise<{ exchanges: Exchange[]; expected: string; received?: string }>;
}

/**
 * Derives the cases of an Idempotency-Key at an operation other than create, whose own know more of invoices: a repetition gets the
 * response of the first call, says so, and another body is refused.
 */
export function deriveKeys(contract: Contract, operationId: string): Case[] {
  const operation = operationById(contract, operationId);
  const parameter = operation.parameters.find(({ name }) => name === 'Idempotency-Key');
  if (!parameter || operation.id === 'createPayment' || !isCallable(contract, operation)) return [];
  const codes = operation.refusals.flatMap((refusal) => refusal.codes);
  return [repeated(operation), otherBody(operation), notAKey(parameter)]
    .flat()
    .filter(({ code }) => code === undefined || codes.includes(code))
    .flatMap((trial) => trialCase(contract, operation, parameter, trial));
}

function repeated({ headers, hasResponseBody }: Operation): Trial[] {
  const tells = headers.some(({ name }) => name === 'Idempotent-Replayed');
  if (!tells && !hasResponseBody) return [];
  return [
    {
      id: 'repeated',
      title: 'with the same key and body gets the response of the first one',
      requirement: 'idempotency-replays',
      async run(call, body) {
        const key = crypto.randomUUID();
        const exchanges = [await call(key, body), await call(key, body)];
        const [first, again] = exchanges.map(({ answer }) => answer);
        if (!first || !isSuccess(first)) throw new CaseSkipped(`The first call was refused (${first?.status}).`);
        const isSame = again?.status === first.status && isDeepStrictEqual(responseObject(first), responseObject(again));
        const isTold = !tells || (again && responseHeader(again, 'idempotent-replayed') === 'true');
        const told = tells ? ', with Idempotent-Replayed: true' : '';
        const expected = `${first.status} ${showValue(first.text)}${told}`;
        return { exchanges, expected, ...(!(isSame && isTold) && { received: `${again?.status} ${showValue(again?.text)}` }) };
      },
    },
  ];
}

function otherBody(operation: Operation): Trial[] {
  const other = otherInputs(operation);
  if (!other) return [];
  return [
    {
      id: 'other-body',
      title: 'with the key of another body is refused',
      requirement: 'idempotency-other-body-refused',
      code: 'idempotency_key_reused',
      async run(call, body, features) {
        const key = crypto.randomUUID();
        const exchanges = [await call(key, body), await call(key, { ...body, ...other })];
        const [first] = exchanges;
        if (!first?.answer || !isSuccess(first.answer))
          throw new CaseSkipped(`The first call was refused (${first?.answer?.status}).`);
        return { exchanges, ...refusedWith(exchanges[1], 422, 'idempotency_key_reused', features) };
      },
    },
  ];
}

/** Returns a value that makes another body of one with the fewest fields: of a field that is no id, at one of its bounds. */
function otherInputs({ request, requestPointer, identifies }: Operation): Inputs | undefined {
  for (const [name, schema] of Object.entries(request.properties ?? {})) {
    if (name === identifies) continue;
    const pointer = `${requestPointer}/properties/${pointed(name)}`;
    const edges = listConstraints(name, schema).map((constraint) => edgeValue(schema, constraint, pointer));
    const flags = [schema.type].flat().includes('boolean') ? [schema.default !== true] : [];
    const shown = (schema.examples ?? []) as unknown[];
    // What the fewest fields may hold already is no other value.
    const isOther = (value: unknown): boolean => value != null && !shown.some((sample) => isDeepStrictEqual(sample, value));
    const value = [...(schema.enum ?? []), ...flags, ...edges].find(isOther);
    if (value !== undefined) return { [name]: value };
  }
  return undefined;
}

function notAKey({ schema }: Parameter): Trial[] {
  const wrong = ['two words', ''].find((text) => !compileSchema(schema)(text));
  if (wrong === undefined) return [];
  return [
    {
      id: 'not-a-key',
      title: `with ${wrong === '' ? 'an empty key' : 'a key with a space in it'} is refused`,
      requirement: 'idempotency-key-form',
      code: 'idempotency_key_invalid',
      async run(call, body, features) {
        const exchanges = [await call(wrong, body)];
        return { exchanges, ...refusedWith(exchanges[0], 400, 'idempotency_key_invalid', features) };
      },
    },
  ];
}

function trialCase(contract: Contract, operation: Operation, parameter: Parameter, trial: Trial): Case[] {
  const requirement = parameter.requirements.find(({ id }) => id === trial.requirement) ?? ownOf(parameter.requirements);
  if (!requirement) return [];
  return [
    {
      id: `${operation.slug}/idempotency/${trial.id}`,
      title: `A ${operation.slug} ${trial.title}`,
      requirement: requirement.id,
      operations: ['create-payment', operation.slug],
      ...(parameter.feature !== undefined && { features: [parameter.feature] }),
      ...(trial.code !== undefined && { problem: trial.code }),
      derived: true,
      proves: [`${trial.id} of Idempotency-Key of ${operation.id}`],
      async run({ subject, features }) {
        const call = (key: string, body: Inputs): Promise<Exchange> =>
          subject.send(withHeader(requestFor(operation, body), 'Idempotency-Key', key));
        const { received, ...rest } = await trial.run(call, await bodyToTry(subject, operation), features);
        if (received === undefined) return [];
        return broken(contract, requirement.id, { member: 'Idempotency-Key', pointer: parameter.pointer, ...rest, received });
      },
    },
  ];
}

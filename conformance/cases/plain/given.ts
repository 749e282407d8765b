import type { Case } from '../../src/case/case.ts';
import { listAlternatives } from '../../src/contract/claimed-schema.ts';
import { compileSchema } from '../../src/contract/compile-schema.ts';
import type { Contract, Operation, Schema } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { pointed } from '../../src/contract/follow-reference.ts';
import { isJson } from '../../src/contract/plain/read-responses.ts';
import { noServerError } from '../../src/contract/plain/state-promises.ts';
import { broken } from '../../src/outcome/finding.ts';
import { freshValues } from '../../src/subject/plain-calls.ts';
import { requestFor } from '../../src/subject/request-for.ts';
import { fill } from '../../src/subject/whole-call.ts';
import { gatewayStatuses } from '../../src/wire/send-patiently.ts';
import { firstWrong } from '../play/odd-input.ts';
import { plainCase } from './plain-case.ts';

/** The maximum number of bodies to send to one operation, and for one field. */
const [most, mostOfField] = [40, 8];

/** Derives a case which checks that no property or enum value of a body causes a 5xx. The deployment may refuse the body. */
export function deriveGiven(contract: Contract, operation: Operation): Case[] {
  const { plain, request, requestPointer } = operation;
  const fields = Object.entries(request.properties ?? {}).filter(([name]) => !plain?.origins.has(name));
  const tries = fields
    .flatMap(([name, schema]) =>
      [
        ...(isJson(plain?.mediaType ?? '') ? [null] : []),
        ...fillEach(schema, `${requestPointer}/properties/${pointed(name)}`),
      ].map((value): [string, unknown] => [name, value]),
    )
    .slice(0, most);
  if (!operation.hasBody || tries.length === 0) return [];
  return [
    plainCase(operation, ['given', 'does not fail, whichever fields are sent', noServerError], (subject) =>
      firstWrong(tries, async ([name, value]) => {
        const exchange = await subject.send(requestFor(operation, { ...(await freshValues(subject, operation)), [name]: value }));
        const status = exchange.answer?.status ?? 0;
        if (status < 500 || gatewayStatuses.includes(status)) return [];
        return broken(contract, noServerError, {
          ...{ member: name, pointer: `${requestPointer}/properties/${pointed(name)}`, exchanges: [exchange] },
          difference: `${name} → ${showValue(value)}`,
          expected: 'a response that the operation documents',
          received: `status ${status}`,
        });
      }),
    ),
  ];
}

/** Makes different values of a field. Each has all optional properties, and enum values that vary from one to the next. */
function fillEach(schema: Schema, pointer: string): unknown[] {
  const isRight = compileSchema(schema);
  const alternatives = listAlternatives(schema);
  const made = (alternatives.length > 0 ? alternatives : [schema]).flatMap((one) =>
    Array.from({ length: mostOfField }, (_, turn) => fill(one, turn, pointer)),
  );
  const different = new Map(
    made.filter((value) => value !== null && isRight(value)).map((value) => [JSON.stringify(value), value]),
  );
  return [...different.values()].slice(0, mostOfField);
}

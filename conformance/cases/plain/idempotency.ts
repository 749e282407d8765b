import type { Case } from '../../src/case/case.ts';
import { type Contract, keyOf, type Operation } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { broken } from '../../src/outcome/finding.ts';
import { headerOf } from '../../src/subject/entity-tag.ts';
import { nameIn } from '../../src/subject/name-in.ts';
import { freshValues, isAccepted, newName } from '../../src/subject/plain-calls.ts';
import { requestFor } from '../../src/subject/request-for.ts';
import { plainCase } from './plain-case.ts';

/** Derives a case which checks that repeating a call with its Idempotency-Key creates nothing a second time. */
export function deriveIdempotency(contract: Contract, operation: Operation): Case[] {
  const { slug, method, id } = operation;
  const parameter = headerOf(operation, 'idempotency-key');
  const origins = contract.operations.flatMap(({ plain }) => [...(plain?.origins.values() ?? [])]);
  const origin = origins.find((one) => one.operation === id && one.makes && one.chosen === undefined);
  if (!parameter || !origin || method !== 'POST') return [];
  const title = 'with a repeated Idempotency-Key makes nothing a second time';
  return [
    plainCase(operation, ['idempotency', title, `${slug}.idempotency`], async (subject) => {
      const long = { ...operation, parameters: [{ ...parameter, schema: { minLength: 16, ...parameter.schema } }] };
      const key = newName(long, keyOf(parameter));
      const spec = requestFor(operation, { ...(await freshValues(subject, operation)), [keyOf(parameter)]: key });
      const exchanges = [await subject.send(spec), await subject.send(spec)];
      const [first, second] = exchanges.map((exchange) => nameIn({ values: {}, exchange }, origin));
      if (first === undefined) throw new CaseSkipped('Not tried, because its response does not name what it made.');
      if (!isAccepted(operation, exchanges[1]?.answer) || second === undefined || second === first) return [];
      return broken(contract, `${slug}.idempotency`, {
        ...{ member: parameter.name, pointer: parameter.pointer, exchanges },
        expected: `${showValue(first)} again, or a refusal, as the key was repeated`,
        received: `${showValue(second)}, another one`,
      });
    }),
  ];
}

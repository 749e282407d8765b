import { isDeepStrictEqual } from 'node:util';
import type { Case } from '../../src/case/case.ts';
import type { Contract, Operation } from '../../src/contract/contract.ts';
import { isJson } from '../../src/contract/plain/read-responses.ts';
import { broken } from '../../src/outcome/finding.ts';
import { acceptedCall, sharedCall } from '../../src/subject/plain-calls.ts';
import { sharedCreate } from '../../src/subject/shared-exchanges.ts';
import { Subject } from '../../src/subject/subject.ts';
import { deriveRefusals } from '../derive/refusals/refusals.ts';
import { deriveValues } from '../derive/requests/values.ts';
import { deriveExamples } from './documented.ts';
import { deriveGiven } from './given.ts';

/** Derives an operation's body cases for each further media type. A JSON type with the same schema gets only one case. */
export function deriveOtherTypes(contract: Contract, operation: Operation): Case[] {
  const { slug, plain, request } = operation;
  return (plain?.others ?? []).flatMap((other) => {
    const type = other.plain?.mediaType ?? '';
    const within = { ...contract, operations: contract.operations.map((one) => (one === operation ? other : one)) };
    const cases = [
      takenAs(within, other, type),
      ...(isJson(type) && isDeepStrictEqual(other.request, request)
        ? []
        : [
            ...deriveExamples(within, other),
            ...deriveRefusals(within, other, 'body'),
            ...deriveValues(within, other),
            ...deriveGiven(within, other),
          ]),
    ];
    const part = `as/${type.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase()}`;
    return cases.map(
      (one): Case => ({
        ...one,
        id: one.id.replace(slug, `${slug}/${part}`),
        title: `${one.title}, as ${type}`,
        async run({ subject, ...context }) {
          // Cases with this media type share requests only with each other, not with cases of another media type.
          const own = await subject.share(
            `${slug}/${part}`,
            async () => new Subject(within, subject.settings, subject.wire, await sharedCreate(subject)),
          );
          return one.run({ ...context, subject: own });
        },
      }),
    );
  });
}

function takenAs(contract: Contract, operation: Operation, type: string): Case {
  const { slug, requestPointer } = operation;
  return {
    id: `${slug}/success`,
    title: `${operation.method} ${operation.path} takes a request that is as documented`,
    requirement: `${slug}.request`,
    operations: [slug],
    async run({ subject }) {
      const { exchange } = await sharedCall(subject, operation);
      // In a multipart request, a 415 may be about the media type of a part, so it does not end the case here.
      if (exchange.answer?.status !== 415 || type.startsWith('multipart')) {
        await acceptedCall(subject, operation);
        return [];
      }
      return broken(contract, `${slug}.request`, {
        pointer: requestPointer,
        member: 'Content-Type',
        expected: `a success: ${type} is documented`,
        received: 'status 415',
        exchanges: [exchange],
      });
    },
  };
}

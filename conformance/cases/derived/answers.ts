import type { Case } from '../../src/case/case.ts';
import { checkMediaType } from '../../src/checks/check-media-type.ts';
import { checkMember } from '../../src/checks/check-member.ts';
import {
  type Contract,
  memberRequirement,
  type Operation,
  type Requirement,
  requirementAbout,
  requirementById,
  requirementsOf,
} from '../../src/contract/contract.ts';
import { describeSchema, showValue } from '../../src/contract/describe-schema.ts';
import { answerObject, isSuccess } from '../../src/http/exchange.ts';
import { outcomeOf, successOf } from '../../src/subject/baseline.ts';

/** A success, its media type, and each member of it. */
export function answerCases(contract: Contract, operation: Operation): Case[] {
  const { slug } = operation;
  const operations = [slug];
  const success = requirementAbout(operation, 'success');
  const prefix = requirementById(contract, 'paths-under-v1');
  const mediaType = requirementAbout(operation, 'media-type');
  return [
    {
      id: `${slug}/answer/success`,
      title: `A valid ${slug} request is answered with a success that is a JSON object`,
      requirement: success.id,
      operations,
      async run({ subject }) {
        const exchange = await outcomeOf(subject, operation);
        const answer = exchange.answer;
        const object = answer && isSuccess(answer) ? answerObject(answer) : undefined;
        // An object without any of the members is an envelope around the invoice, or something else.
        if (object && operation.answer.required?.some((member) => Object.hasOwn(object, member))) return [];
        const received = `${answer?.status} with ${showValue(answer?.text)}`;
        return [
          {
            requirement: success.id,
            level: success.level,
            pointer: operation.pointer,
            expected: 'a 2xx status and the invoice, as a JSON object',
            received,
            exchanges: [exchange],
          },
        ];
      },
    },
    // That create is found is what every run starts from.
    ...(operation.id === 'createPayment' ? [] : [pathCase(operation, prefix)]),
    {
      id: `${slug}/answer/media-type`,
      title: `A successful ${slug} says that it is JSON`,
      requirement: mediaType.id,
      operations,
      run: async ({ subject }) => checkMediaType(operation, mediaType, await successOf(subject, operation)),
    },
    ...Object.entries(operation.answer.properties ?? {}).map(([member, schema]): Case => {
      return {
        id: `${slug}/answer/${member}`,
        title: `${member} in the answer of ${slug} is ${describeSchema(schema)}`,
        requirement: memberRequirement(contract, schema, `${operation.answerPointer}/properties/${member}`).id,
        covers: requirementsOf(contract, schema).flatMap(({ id, keywords }) => (keywords ? [id] : [])),
        operations,
        run: async ({ subject, features }) =>
          checkMember(contract, operation, member, await successOf(subject, operation), features),
      };
    }),
  ];
}

function pathCase(operation: Operation, prefix: Requirement): Case {
  return {
    id: `${operation.slug}/path`,
    title: `${operation.slug} is found at ${operation.path}`,
    requirement: prefix.id,
    operations: [operation.slug],
    async run({ subject }) {
      const exchange = await outcomeOf(subject, operation);
      if (exchange.answer?.status !== 404 && exchange.answer?.status !== 405) return [];
      const received = `${exchange.answer.status} at ${operation.path}`;
      return [
        {
          requirement: prefix.id,
          level: prefix.level,
          pointer: operation.pointer,
          expected: 'an answer of the operation',
          received,
          exchanges: [exchange],
        },
      ];
    },
  };
}

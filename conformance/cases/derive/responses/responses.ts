import type { Case } from '../../../src/case/case.ts';
import { checkMediaType } from '../../../src/checks/check-media-type.ts';
import { checkField } from '../../../src/checks/compare-field.ts';
import { claimedSchema, featuresOfProperty, isClaimedProperty, isPromised } from '../../../src/contract/claimed-schema.ts';
import {
  type Contract,
  describeUnstated,
  fieldRequirement,
  findAbout,
  type Operation,
  requirementAbout,
  requirementsOf,
} from '../../../src/contract/contract.ts';
import { describeSchema, showValue } from '../../../src/contract/describe-schema.ts';
import { pointed } from '../../../src/contract/follow-reference.ts';
import { isSuccess, responseObject } from '../../../src/http/exchange.ts';
import { broken, insteadIn, makeFinding } from '../../../src/outcome/finding.ts';
import { outcomeOf, successOf } from '../../../src/subject/baseline.ts';
import { invoiceOf } from '../../../src/subject/shared-exchanges.ts';

/** Derives cases for a success: its status and media type, and each field of its body. */
export function deriveResponses(contract: Contract, operation: Operation): Case[] {
  const { slug, pointer, hasResponseBody, response, status } = operation;
  const about = { operations: [slug], derived: true };
  const success = requirementAbout(operation, 'success').id;
  const fields = Object.entries(response.properties ?? {});
  const pointerTo = (field: string): string => `${operation.responsePointer}/properties/${pointed(field)}`;
  const unstated = fields.filter(([, schema]) => requirementsOf(contract, schema).length === 0);
  if (unstated.length > 0) throw new Error(describeUnstated(unstated.map(([name]) => pointerTo(name))));
  const mediaType = hasResponseBody ? requirementAbout(operation, 'media-type') : undefined;
  const ofStatus = findAbout(operation, 'success-status')?.id;
  return [
    {
      ...{ ...about, id: `${slug}/answer/success`, requirement: success },
      title: `A valid ${slug} request returns a success${hasResponseBody ? ' that is a JSON object' : ''}`,
      async run({ subject }) {
        const exchange = await outcomeOf(subject, operation);
        const { answer } = exchange;
        const object = answer && isSuccess(answer) ? responseObject(answer) : undefined;
        // An object without any of the required fields is not the invoice. Perhaps it contains the invoice.
        const { required = [] } = response;
        if (object && (required.length === 0 || required.some((field) => Object.hasOwn(object, field)))) return [];
        if (answer && isSuccess(answer) && !hasResponseBody) return [];
        const expected = hasResponseBody ? 'a 2xx status and the invoice, as a JSON object' : 'a 2xx status';
        const received = `${answer?.status} with ${showValue(answer?.text)}`;
        return broken(contract, success, { pointer, expected, received, exchanges: [exchange] });
      },
    },
    ...(mediaType === undefined
      ? []
      : [
          {
            ...{ ...about, id: `${slug}/answer/media-type`, requirement: mediaType.id },
            title: `Content-Type of a successful ${slug} is JSON`,
            run: async ({ subject }) => checkMediaType(operation, mediaType, await successOf(subject, operation)),
          } satisfies Case,
        ]),
    ...fields.map(([field, schema]): Case => {
      const features = featuresOfProperty(contract, schema);
      return {
        id: `${slug}/answer/${field}`,
        // The title leaves out keywords of features that the case does not need, because not every run checks them.
        title: `${field} in the response of ${slug} is ${describeSchema(claimedSchema(contract, schema, new Set(features)))}`,
        requirement: fieldRequirement(contract, schema, pointerTo(field)).id,
        covers: requirementsOf(contract, schema).flatMap(({ id, keywords }) => (keywords ? [id] : [])),
        ofForm: true,
        ...about,
        features,
        run: async ({ subject, features }) =>
          checkField(contract, operation, field, await successOf(subject, operation), features),
      };
    }),
    ...(ofStatus === undefined
      ? []
      : [
          {
            ...{ ...about, id: `${slug}/answer/http-status`, requirement: ofStatus },
            title: `A successful ${slug} returns ${status}`,
            async run({ subject }) {
              const exchange = await outcomeOf(subject, operation);
              if (exchange.answer?.status === status) return [];
              const received = `status ${exchange.answer?.status}`;
              return broken(contract, ofStatus, { expected: `status ${status}`, received, exchanges: [exchange] });
            },
          } satisfies Case,
        ]),
  ];
}

/** Derives a case which checks that the deployment returns every field of v1, and requires no field that v1 did not require. */
export function deriveVersion(contract: Contract, operation: Operation): Case[] {
  if (!operation.hasResponseBody) return [];
  return [
    {
      id: `${operation.slug}/version/nothing-taken-away`,
      title: `${operation.slug} accepts the smallest request and returns every field of v1`,
      requirement: 'version-grows-by-addition',
      operations: [operation.slug],
      derived: true,
      async run({ subject, features }) {
        const exchange = await successOf(subject, operation);
        const invoice = invoiceOf(exchange);
        const { response } = operation;
        const gone = Object.entries(response.properties ?? {}).filter(
          ([field, schema]) =>
            !Object.hasOwn(invoice, field) && isPromised(response, field) && isClaimedProperty(contract, schema, features),
        );
        return gone.map(([field]) =>
          makeFinding(contract, 'version-grows-by-addition', insteadIn(field, 'present', undefined, [exchange])),
        );
      },
    },
  ];
}

/** Derives a case which checks that an operation exists at its path. Create needs none, because every run starts with it. */
export function derivePath(contract: Contract, operation: Operation): Case[] {
  if (operation.creates) return [];
  return [
    {
      id: `${operation.slug}/path`,
      title: `${operation.slug} is found at ${operation.path}`,
      requirement: 'paths-under-v1',
      operations: [operation.slug],
      derived: true,
      async run({ subject }) {
        const exchange = await outcomeOf(subject, operation);
        if (exchange.answer?.status !== 404 && exchange.answer?.status !== 405) return [];
        const received = `${exchange.answer.status} at ${operation.path}`;
        const about = { pointer: operation.pointer, expected: 'a response of the operation', received, exchanges: [exchange] };
        return broken(contract, 'paths-under-v1', about);
      },
    },
  ];
}

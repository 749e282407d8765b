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
  operationById,
  requirementAbout,
  requirementsOf,
  type Schema,
} from '../../../src/contract/contract.ts';
import { describeSchema, showValue } from '../../../src/contract/describe-schema.ts';
import { pointed } from '../../../src/contract/follow-reference.ts';
import { isSuccess, responseObject } from '../../../src/http/exchange.ts';
import { broken, makeFinding } from '../../../src/outcome/finding.ts';
import { outcomeOf, successOf } from '../../../src/subject/baseline.ts';
import { invoiceOf } from '../../../src/subject/shared-exchanges.ts';

/** Derives cases for a success: its status and media type, and each field of its body. */
export function deriveResponses(contract: Contract, operationId: string): Case[] {
  const operation = operationById(contract, operationId);
  const { slug } = operation;
  const about = { operations: [slug], derived: true };
  const success = requirementAbout(operation, 'success');
  requirePromises(contract, operation.response, operation.responsePointer);
  return [
    {
      id: `${slug}/answer/success`,
      title: `A valid ${slug} request returns a success${operation.hasResponseBody ? ' that is a JSON object' : ''}`,
      requirement: success.id,
      ...about,
      async run({ subject }) {
        const exchange = await outcomeOf(subject, operation);
        const response = exchange.answer;
        const object = response && isSuccess(response) ? responseObject(response) : undefined;
        // An object with none of the required fields is not the invoice. It may be an envelope around it.
        const { required = [] } = operation.response;
        if (object && (required.length === 0 || required.some((field) => Object.hasOwn(object, field)))) return [];
        if (response && isSuccess(response) && !operation.hasResponseBody) return [];
        const received = `${response?.status} with ${showValue(response?.text)}`;
        return broken(contract, success.id, {
          pointer: operation.pointer,
          expected: operation.hasResponseBody ? 'a 2xx status and the invoice, as a JSON object' : 'a 2xx status',
          received,
          exchanges: [exchange],
        });
      },
    },
    ...(operation.hasResponseBody ? [mediaTypeCase(operation)] : []),
    ...Object.entries(operation.response.properties ?? {}).map(([field, schema]): Case => {
      const features = featuresOfProperty(contract, schema);
      return {
        id: `${slug}/answer/${field}`,
        // The title describes only keywords of core and of the case's features, because a core run checks no others.
        title: `${field} in the response of ${slug} is ${describeSchema(claimedSchema(contract, schema, new Set(features)))}`,
        requirement: fieldRequirement(contract, schema, `${operation.responsePointer}/properties/${pointed(field)}`).id,
        covers: requirementsOf(contract, schema).flatMap(({ id, keywords }) => (keywords ? [id] : [])),
        ofForm: true,
        ...about,
        features,
        run: async ({ subject, features }) =>
          checkField(contract, operation, field, await successOf(subject, operation), features),
      };
    }),
    ...statusCase(contract, operation),
  ];
}

/**
 * Throws one error that lists all properties of an object without a requirement.
 * @throws Error if there is such a property
 */
function requirePromises(contract: Contract, { properties = {} }: Schema, pointer: string): void {
  const unstated = Object.entries(properties).filter(([, schema]) => requirementsOf(contract, schema).length === 0);
  if (unstated.length > 0) throw new Error(describeUnstated(unstated.map(([name]) => `${pointer}/properties/${pointed(name)}`)));
}

function mediaTypeCase(operation: Operation): Case {
  const { slug } = operation;
  const requirement = requirementAbout(operation, 'media-type');
  return {
    id: `${slug}/answer/media-type`,
    title: `Content-Type of a successful ${slug} is JSON`,
    requirement: requirement.id,
    operations: [slug],
    derived: true,
    run: async ({ subject }) => checkMediaType(operation, requirement, await successOf(subject, operation)),
  };
}

function statusCase(contract: Contract, operation: Operation): Case[] {
  const requirement = findAbout(operation, 'success-status')?.id;
  if (requirement === undefined) return [];
  return [
    {
      derived: true,
      id: `${operation.slug}/answer/http-status`,
      title: `A successful ${operation.slug} returns ${operation.status}`,
      requirement,
      operations: [operation.slug],
      async run({ subject }) {
        const exchange = await outcomeOf(subject, operation);
        if (exchange.answer?.status === operation.status) return [];
        const received = `status ${exchange.answer?.status}`;
        return broken(contract, requirement, { expected: `status ${operation.status}`, received, exchanges: [exchange] });
      },
    },
  ];
}

/**
 * Derives a case which checks that the deployment still supports v1 completely: it returns every field, and requires no field
 * that v1 did not require.
 */
export function deriveVersion(contract: Contract, operationId: string): Case[] {
  const operation = operationById(contract, operationId);
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
        const gone = Object.entries(operation.response.properties ?? {}).flatMap(([field, schema]) =>
          Object.hasOwn(invoice, field) ||
          !isPromised(operation.response, field) ||
          !isClaimedProperty(contract, schema, features)
            ? []
            : [field],
        );
        return gone.map((field) =>
          makeFinding(contract, 'version-grows-by-addition', {
            member: field,
            expected: `${field}: present`,
            received: `${field}: absent`,
            exchanges: [exchange],
          }),
        );
      },
    },
  ];
}

/** Derives a case which checks that an operation exists at its path. Every run starts with a create, which needs no such case. */
export function derivePath(contract: Contract, operationId: string): Case[] {
  const operation = operationById(contract, operationId);
  if (operationId === 'createPayment') return [];
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

import type { Case } from '../../../src/case/case.ts';
import { isClaimedProperty, isPromised } from '../../../src/contract/claimed-schema.ts';
import { type Contract, operationById } from '../../../src/contract/contract.ts';
import { makeFinding } from '../../../src/outcome/make-finding.ts';
import { successOf } from '../../../src/subject/baseline.ts';
import { invoiceOf } from '../../../src/subject/invoice-of.ts';

/** Derives a case which checks that no field of v1 is missing and that no new one is required. */
export function deriveVersion(contract: Contract, operationId: string): Case[] {
  const operation = operationById(contract, operationId);
  if (!operation.hasResponseBody) return [];
  return [
    {
      id: `${operation.slug}/version/nothing-taken-away`,
      title: `${operation.slug} takes the smallest request and returns every field of v1`,
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

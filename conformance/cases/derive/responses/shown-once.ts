import type { Case } from '../../../src/case/case.ts';
import { featuresOf } from '../../../src/contract/claimed-schema.ts';
import { type Contract, operationById, requirementById } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { broken } from '../../../src/outcome/finding.ts';
import { callFor, collectionAt, makeIn } from '../../../src/subject/collection.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
import { invoiceOf } from '../../../src/subject/shared-exchanges.ts';

/** Derives cases for the secrets of new objects (`x-once`): each object has a different one, and no later response shows it. */
export function deriveShownOnce(contract: Contract, operationId: string): Case[] {
  const operation = operationById(contract, operationId);
  return Object.entries(operation.response.properties ?? {}).flatMap(([field, schema]) => {
    const { requirement } = (schema['x-once'] ?? {}) as { requirement?: string };
    const collection = requirement === undefined ? undefined : collectionAt(contract, operation);
    if (requirement === undefined || collection?.maker !== operation) return [];
    const { reader, list } = collection;
    return [
      {
        id: `${operation.slug}/once/${field}`,
        title: `Each ${operation.slug} returns another ${field}, and no other response shows it`,
        ...{ requirement, derived: true, alone: true, operations: [operation.slug] },
        features: featuresOf(requirementById(contract, requirement)),
        async run({ subject }) {
          const made = [await makeIn(collection, subject), await makeIn(collection, subject)];
          const [one = {}, other = {}] = made.map((exchange) => invoiceOf(exchange));
          const received = `${field}: ${showValue(one[field])}`;
          const about = { member: field, pointer: `${operation.responsePointer}/properties/${field}`, received };
          if (one[field] === other[field])
            return broken(contract, requirement, { ...about, expected: `another ${field} than before`, exchanges: made });
          const read = reader ? [await callFor(reader, subject, one.id)] : [];
          const later = [...read, ...(list ? [await subject.send(requestFor(list, {}))] : [])];
          const telling = later.find(({ answer: response }) => response?.text.includes(JSON.stringify(one[field])));
          return telling ? broken(contract, requirement, { ...about, expected: `no ${field}`, exchanges: [telling] }) : [];
        },
      },
    ];
  });
}

import { isDeepStrictEqual } from 'node:util';
import type { Case } from '../../../src/case/case.ts';
import { featuresOfProperty } from '../../../src/contract/claimed-schema.ts';
import { type Contract, echoOf, fieldRequirement, type Operation } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { pointed } from '../../../src/contract/follow-reference.ts';
import { readerOf } from '../../../src/contract/main-object.ts';
import { lawfulBody } from '../../../src/contract/mend-body.ts';
import { CaseInconclusive } from '../../../src/outcome/case-inconclusive.ts';
import { bodyFor, storedFor } from '../../../src/subject/body-for.ts';
import { namesInvoice, replaces } from '../../../src/subject/identifier-for.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
import { invoiceOf } from '../../../src/subject/shared-exchanges.ts';
import { fieldsIn } from '../../../src/subject/unique-values.ts';
import { statesFor } from '../../../src/subject/ways-into.ts';
import { create } from '../../play/key-trial.ts';
import { judgeSeen, type Trial } from '../../play/lasting.ts';
import { sentValue } from './sent-values.ts';

/** Derives a case for each field of an invoice that an operation changes: a replay of the create must not undo the change. */
export const deriveKeptChanges = (contract: Contract, { creates, slug }: Operation): Case[] =>
  (creates ? changedTrials(contract) : []).map(({ id, prepare, ...about }) => ({
    ...{ ...about, id: `${slug}/${id}`, operations: [slug, readerOf(contract).slug] },
    run: async (context) => judgeSeen(contract, about.requirement, 'a replay', await (await prepare(context))()),
  }));

/** Returns trials for the same fields: neither a restart nor a replay of the create after the restart may undo the change. */
export function changedTrials(contract: Contract): Trial[] {
  const { response, responsePointer } = readerOf(contract);
  return Object.entries(response.properties ?? {}).flatMap(([field, shown]): Trial[] => {
    const { sent = '', operation = '', changedBy = operation } = echoOf(field, shown) ?? {};
    const change = contract.operations.find(({ id }) => id === changedBy);
    const schema = change?.request.properties?.[sent];
    if (!change || !schema || !replaces(change) || !namesInvoice(contract, change)) return [];
    if (!statesFor(contract, change).includes(contract.lifecycle.initial)) return [];
    const sample = sentValue(schema, `${change.requestPointer}/properties/${pointed(sent)}`);
    return [
      {
        id: `kept/${field}`,
        title: `${field} stays as ${change.slug} set it`,
        requirement: fieldRequirement(contract, shown, `${responsePointer}/properties/${pointed(field)}`).id,
        features: featuresOfProperty(contract, shown),
        derived: true,
        async prepare({ subject, features }) {
          const key = features.has('idempotency') ? crypto.randomUUID() : undefined;
          const { id } = invoiceOf(await create(subject, key));
          const [least, stored] = [await bodyFor(subject, change, id), await storedFor(subject, change, id)];
          const body = lawfulBody(change, { ...least, [sent]: sample }, [sent, change.identifies ?? ''], stored);
          const changed = await subject.send(requestFor(change, body));
          const { [sent]: value } = fieldsIn(changed.request);
          const exchanges = [changed];
          const look = async (): Promise<unknown> => {
            const read = await subject.fetch(id);
            exchanges.push(read);
            return invoiceOf(read)[field];
          };
          if (!isDeepStrictEqual(await look(), value))
            throw new CaseInconclusive(`${change.slug} did not set ${field}. Another case says why.`);
          return async () => {
            if (key !== undefined) exchanges.push(await create(subject, key));
            const now = await look();
            const received = isDeepStrictEqual(now, value) ? undefined : `${field}: ${showValue(now)}`;
            return { exchanges, expected: `${field}: ${showValue(value)}, as ${change.slug} was sent`, received };
          };
        },
      },
    ];
  });
}

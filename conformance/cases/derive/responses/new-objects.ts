import type { Case } from '../../../src/case/case.ts';
import type { Contract, Operation } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { withKey } from '../../../src/http/json-request.ts';
import { broken } from '../../../src/outcome/finding.ts';
import { type Collection, callFor, collectionAt, makeIn } from '../../../src/subject/collection.ts';
import { headerOf } from '../../../src/subject/entity-tag.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
import { invoiceOf } from '../../../src/subject/shared-exchanges.ts';
import { otherOf } from '../../../src/subject/switch-account.ts';
import type { Trial } from '../../play/lasting.ts';

/** A field of new objects about which the contract states a fact. */
interface Stated {
  field: string;
  requirement: string;
  collection: Collection;
}

/** Lists the fields with this fact in the response of an operation that creates objects. */
function statedIn(contract: Contract, operation: Operation, fact: 'x-once' | 'x-numbered'): Stated[] {
  return Object.entries(operation.response.properties ?? {}).flatMap(([field, schema]) => {
    const { requirement } = (schema[fact] ?? {}) as { requirement?: string };
    const collection = requirement === undefined ? undefined : collectionAt(contract, operation);
    return requirement !== undefined && collection?.maker === operation ? [{ field, requirement, collection }] : [];
  });
}

/** Derives cases for the secrets of new objects (`x-once`): each object has a different one, and no later response shows it. */
export function deriveShownOnce(contract: Contract, operation: Operation): Case[] {
  return statedIn(contract, operation, 'x-once').map(({ field, requirement, collection }) => ({
    id: `${operation.slug}/once/${field}`,
    title: `Each ${operation.slug} returns another ${field}, and no other response shows it`,
    ...{ requirement, alone: true, operations: [operation.slug] },
    async run({ subject }) {
      const { reader, list } = collection;
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
  }));
}

const numberIn = (exchange: Exchange, field: string): number => Number(invoiceOf(exchange)[field]);

/** Derives cases for numbers of new objects (`x-numbered`): each is one more than the one before, whatever happens in between. */
export function deriveNumbered(contract: Contract, operation: Operation): Case[] {
  return statedIn(contract, operation, 'x-numbered').map(({ field, requirement, collection }) => ({
    id: `${operation.slug}/numbered/${field}`,
    title: `${field} rises by one with each ${operation.slug} of the account, and with nothing else`,
    ...{ requirement, alone: true, operations: [operation.slug] },
    async run({ subject }) {
      const { request } = await makeIn(collection, subject);
      const key = headerOf(operation, 'idempotency-key') && crypto.randomUUID();
      const other = otherOf(subject);
      const between: Record<string, (() => Promise<unknown>) | false> = {
        'after nothing else': async () => {},
        'after a replay': key !== undefined && (() => subject.send(withKey(request, key))),
        'after a refusal': operation.request.required !== undefined && (() => subject.send({ ...request, body: '{}' })),
        'after a create of another account': other !== undefined && (() => makeIn(collection, other)),
        'at the same time': async () => {},
      };
      let last = await subject.send(withKey(request, key));
      for (const [what, happens] of Object.entries(between)) {
        if (!happens) continue;
        await happens();
        const count = what === 'at the same time' ? 2 : 1;
        const made = await Promise.all(Array.from({ length: count }, () => makeIn(collection, subject)));
        made.sort((one, next) => numberIn(one, field) - numberIn(next, field));
        const say = (all: number[]): string => `${field}: ${all.join(' and ')}`;
        const expected = say(made.map((_, at) => numberIn(last, field) + at + 1));
        const [received, exchanges] = [say(made.map((one) => numberIn(one, field))), [last, ...made]];
        last = made.at(-1) ?? last;
        if (received === expected) continue;
        return broken(contract, requirement, { member: field, expected: `${expected}, ${what}`, received, exchanges });
      }
      return [];
    },
  }));
}

/** Returns the trials of a restart for the numbers of new objects: the numbering must not start over. */
export const numberedTrials = (contract: Contract): Trial[] =>
  contract.operations
    .flatMap((operation) => statedIn(contract, operation, 'x-numbered'))
    .map(({ field, requirement, collection }) => ({
      id: `numbered/${field}`,
      title: `The ${field} of a new object after a restart is larger than any before it`,
      ...{ requirement, derived: true },
      async prepare({ subject }) {
        const before = await makeIn(collection, subject);
        return async () => {
          const after = await makeIn(collection, subject);
          const [was, is] = [before, after].map((one) => numberIn(one, field)) as [number, number];
          return { exchanges: [before, after], expected: `${field}: more than ${was}`, received: is > was ? undefined : `${is}` };
        };
      },
    }));

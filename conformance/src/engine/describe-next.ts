import { type Contract, echoOf, findAbout, keyOf, type Operation } from '../contract/contract.ts';

/** A fact that a plain document does not state, and the cases that it would add. */
export interface NextFact {
  /** JSON pointer to where the fact belongs. */
  place: string;
  fact: string;
  buys: string;
}

/** Lists the facts that a plain document could state next, those that add the most cases first. */
export function describeNext(contract: Contract): NextFact[] {
  const { operations } = contract;
  const found = [...operations.flatMap((operation) => echoes(contract, operation)), ...owners(operations)];
  return found.sort((one, other) => other.cases - one.cases).map(({ cases: _cases, ...next }) => next);
}

type Counted = NextFact & { cases: number };

/** Counts the properties of a response that share a name with a sent property but that no case compares. */
function echoes({ operations }: Contract, operation: Operation): Counted[] {
  if (operation.method !== 'POST' || operation.plain?.untried !== undefined) return [];
  const sent = Object.keys(operation.request.properties ?? {});
  const names = Object.entries(operation.response.properties ?? {}).flatMap(([name, schema]) =>
    sent.includes(name) && !echoOf(name, schema) ? [name] : [],
  );
  if (names.length === 0) return [];
  const readers = operations.filter((one) => readsWhat(one, operation)).length;
  const cases = names.length * (1 + readers);
  return [
    {
      place: operation.responsePointer,
      fact: `State x-echoes: {operation: ${operation.id}, property: …} under ${names.join(', ')}`,
      buys: `${cases} ${cases === 1 ? 'case compares' : 'cases compare'} what is returned with what was sent`,
      cases,
    },
  ];
}

const readsWhat = ({ method, plain }: Operation, { id }: Operation): boolean =>
  method === 'GET' && [...(plain?.origins.values() ?? [])].some(({ operation, makes }) => makes && operation === id);

/** Lists the operations that name something the client made, but do not state who owns it. */
function owners(operations: readonly Operation[]): Counted[] {
  const named = operations.filter(
    (one) =>
      one.plain?.demandsCredentials &&
      one.parameters.some((parameter) => one.plain?.origins.get(keyOf(parameter))?.makes) &&
      !findAbout(one, 'ownership'),
  );
  const [first] = named;
  if (!first) return [];
  return [
    {
      place: first.pointer,
      fact: `State x-requirements: [{id: …, level: MUST, about: ownership, text: …, source: …}] (and so at ${named.length - 1} more)`,
      buys: `${named.length} ${named.length === 1 ? 'case tries' : 'cases try'} what belongs to another account, with --other-token`,
      cases: named.length,
    },
  ];
}

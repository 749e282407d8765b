import { listAlternatives } from '../../contract/claimed-schema.ts';
import { type Contract, echoOf, findAbout, keyOf, type Operation, type Schema } from '../../contract/contract.ts';
import { locate } from '../../contract/follow-reference.ts';
import type { Origin } from '../../contract/plain/facts.ts';
import { propertiesOf } from '../../contract/plain/find-origins.ts';
import { placeOf } from '../../contract/show-place.ts';
import { checkPlan, describeOwed } from '../../engine/check-plan.ts';
import { planAll } from '../../engine/plan-cases.ts';
import { showUnseen } from '../../text/encode-output.ts';

/** Prints what the contract demands and no case tries. Returns the exit code: 1 if there is any, otherwise 0. */
export function printDebts(contract: Contract, json: boolean, print: (text: string) => void): number {
  if (contract.plain) return printUntried(contract, json, print);
  const whole = planAll(contract);
  const { planned, statements, mistakes } = whole;
  const derived = planned.filter((one) => one.derived).length;
  const share = Math.floor((1000 * derived) / planned.length) / 10;
  // Cases that cannot be declared are listed as debts of operations.
  const debts =
    mistakes.length > 0
      ? { requirements: [], cells: [], operations: mistakes, problems: [], echoes: [], clauses: [], idle: [] }
      : checkPlan(contract, planned, statements);
  // A plan with idle cases can be run, so they are only reported.
  const idle = debts.idle.map((id) => `The case ${id} is for no clause of its requirement: name the one that it tries.`);
  const owed = [...describeOwed(contract, whole), ...idle];
  if (json) print(`${JSON.stringify(debts)}\n`);
  else
    print(
      `${[...owed, `${planned.length} cases, ${derived} of them derived from the contract (${share} %), for ${statements.length} statements; ${owed.length} owed.`].join('\n')}\n`,
    );
  return owed.length > 0 ? 1 : 0;
}

/** Prints the untried parts of a plain document, and facts that would add cases. Only untried `x-requirements` count as debts. */
function printUntried(contract: Contract, json: boolean, print: (text: string) => void): number {
  const { planned } = planAll(contract);
  const untried = contract.plain?.untried ?? [];
  const next = describeNext(contract);
  const covered = new Set(planned.flatMap(({ requirement, covers = [] }) => [requirement, ...covers]));
  // The suite derives all other requirements from the document.
  const stated = [...contract.requirements.values()].filter(({ pointer }) => /\/x-requirements\/\d+$/.test(pointer));
  const owed = stated.filter(({ id, untestable }) => untestable === undefined && !covered.has(id));
  if (json) print(`${JSON.stringify({ cases: planned.length, requirements: owed.map(({ id }) => id), untried, next })}\n`);
  else
    print(
      `${[
        ...owed.map(({ id, pointer }) =>
          showUnseen(
            `No case tries the requirement ${id} at ${placeOf(contract, pointer)}: state a fact that it follows from, or say \`untestable\` with a reason.`,
          ),
        ),
        ...untried.map(({ pointer, reason }) => showUnseen(`Not tried: ${placeOf(contract, pointer)}, because ${reason}.`)),
        ...next.map(({ place, fact, buys }) => showUnseen(`${fact} at ${placeOf(contract, place)}: ${buys}.`)),
        `${planned.length} cases, all of them derived from the document; ${untried.length} ${untried.length === 1 ? 'part is' : 'parts are'} not tried.`,
      ].join('\n')}\n`,
    );
  return owed.length > 0 ? 1 : 0;
}

/** A fact that a plain document could state, and the cases that it would add. */
export interface NextFact {
  /** JSON pointer to the place for the fact. */
  place: string;
  fact: string;
  buys: string;
}

/** Lists the facts that a plain document could state, those that add the most cases first. */
export function describeNext(contract: Contract): NextFact[] {
  const { operations } = contract;
  const found = [...operations.flatMap((operation) => echoes(contract, operation)), ...owners(operations)];
  return found.sort((one, other) => other.cases - one.cases).map(({ cases: _cases, ...next }) => next);
}

type Counted = NextFact & { cases: number };

/** Names of fields that are new in each response, or in none. */
const neverRepeated = /(token|cursor|session|secret|password)$|^(etag|version)$/i;

/** Finds properties of a response that are named like a sent one and that no case compares. */
function echoes({ operations, document }: Contract, operation: Operation): Counted[] {
  const { plain, request, response } = operation;
  // Only objects have fields. Other bodies have a name that the suite made up.
  if (operation.method !== 'POST' || plain?.untried !== undefined || plain?.bodyName !== undefined) return [];
  const names = Object.entries(response.properties ?? {}).flatMap(([name, schema]) => {
    const sent = request.properties?.[name];
    return sent && !neverRepeated.test(name) && !echoOf(name, schema) && isAlike(document, sent, schema) ? [name] : [];
  });
  // If few of the sent fields come back, the response is about something else, such as a new job.
  const sent = Object.entries(request.properties ?? {}).filter(([name, one]) => !one.writeOnly && !neverRepeated.test(name));
  if (names.length === 0 || 2 * names.length < sent.length) return [];
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

/** Maximum depth to which a sent schema is compared with a returned one. */
const deepest = 6;

/** Returns whether a response can repeat what was sent: it has each sent field, with values of the same kind. */
function isAlike(document: Schema, sent: Schema, start: Schema, deep = 0): boolean {
  const shown = locate(document, start, '').schema;
  if (sent.writeOnly === true || shown.writeOnly === true) return false;
  if (deep >= deepest) return true;
  const [ofSent, ofShown] = [sent, shown].map((one) => listAlternatives(one));
  if (ofSent?.length) return ofSent.every((one) => isAlike(document, one, shown, deep + 1));
  const properties = propertiesOf(document, shown);
  if (ofShown?.length && Object.keys(properties).length === 0)
    return ofShown.some((one) => isAlike(document, sent, one, deep + 1));
  const listed = (one: Schema): unknown[] | undefined => (one.const === undefined ? one.enum : [one.const]);
  const [values, others] = [listed(sent), listed(shown)];
  if (values && others) return values.some((value) => others.includes(value));
  if (sent.items) return !shown.items || isAlike(document, sent.items as Schema, shown.items as Schema, deep + 1);
  const [types, otherTypes] = [sent, shown].map(({ type }) => [type].flat().filter((one) => one !== undefined && one !== 'null'));
  const isOther = types?.length && otherTypes?.length && !types.some((one) => otherTypes.includes(one));
  if (isOther || (sent.format !== undefined && shown.format !== undefined && sent.format !== shown.format)) return false;
  return Object.entries(Object.keys(properties).length === 0 ? {} : (sent.properties ?? {})).every(
    ([name, one]) =>
      one.writeOnly === true || (properties[name] !== undefined && isAlike(document, one, properties[name], deep + 1)),
  );
}

const readsWhat = ({ method, plain }: Operation, { id }: Operation): boolean =>
  method === 'GET' && [...(plain?.origins.values() ?? [])].some(({ operation, makes }) => makes && operation === id);

/** Returns whether the server names what was made. A name that callers choose may be of something else in each account. */
const isGiven = (origin: Origin | undefined): boolean => origin?.makes === true && origin.chosen === undefined;

/** Lists the operations that name an object of the client without stating its ownership. */
function owners(operations: readonly Operation[]): Counted[] {
  const named = operations.filter(
    (one) =>
      one.plain?.demandsCredentials &&
      one.parameters.some((parameter) => isGiven(one.plain?.origins.get(keyOf(parameter)))) &&
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

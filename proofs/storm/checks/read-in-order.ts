import type { Call, Check, Evidence, Finding, State } from '../evidence.ts';
import {
  callsOf,
  finalStatuses,
  groupBy,
  isSameState,
  nameState,
  problemOf,
  shownBy,
  stateOf,
  versionsOf,
} from './read-calls.ts';

const invariant = 'submit and fetch of an invoice are linearizable over all servers';

/** Problem codes that show that the invoice is final. */
const finalProblems = ['invoice_already_paid', 'invoice_failed', 'invoice_expired'];

interface Sighting {
  call: Call;
  version: number;
}

/**
 * Finds histories of an invoice that no single server could have produced. The invoice's events give the order of its
 * states, and no two states look the same, so each response identifies one version. No response may show a version older
 * than one that was shown before its request began, or a receipt that nobody had submitted yet. A response that accepts
 * a receipt must show a version that counts it.
 */
export const readInOrder: Check = (evidence) => {
  const versions = versionsOf(evidence);
  const calls = callsOf(evidence.lines).filter(({ status, operation }) => status !== null && operation !== 'pay');
  const grouped = groupBy(calls, (call) => call.invoice ?? shownBy(call)?.id);
  return [...versions].flatMap(([id, states]) => judgeInvoice(id, states, grouped.get(id) ?? [], evidence));
};

function judgeInvoice(id: string, states: readonly State[], calls: readonly Call[], { lines }: Evidence): Finding[] {
  const sightings: Sighting[] = [];
  for (const call of calls) {
    const version = versionShown(call, states);
    // A repeated create gets the response of the first one, even if the invoice has changed since.
    if (version === undefined || call.operation === 'create') continue;
    if (version < 0) return [{ invariant, sentence: `${describe(call)} a state that ${id} never was in.`, proof: [call] }];
    sightings.push({ call, version });
  }
  const submits = groupBy(
    callsOf(lines).filter(({ operation, invoice }) => operation === 'submit' && invoice === id),
    ({ receipt }) => receipt,
  );
  return [
    ...findStale(id, sightings, states),
    ...findEarly(id, sightings, states, submits),
    ...findForgotten(id, sightings, states),
  ].slice(0, 1);
}

/**
 * Returns the version of the invoice that a response shows: -1 if it matches no version, undefined if the response shows no
 * state.
 */
function versionShown(call: Call, states: readonly State[]): number | undefined {
  const shown = shownBy(call);
  if (shown) return states.findIndex((state) => isSameState(state, stateOf(shown)));
  if (call.operation !== 'submit' || !finalProblems.includes(problemOf(call) ?? '')) return undefined;
  return states.findIndex(({ status }) => finalStatuses.includes(status));
}

function findStale(id: string, sightings: readonly Sighting[], states: readonly State[]): Finding[] {
  const byEnd = sightings.toSorted((one, other) => endOf(one.call) - endOf(other.call));
  let newest: Sighting | undefined;
  let next = 0;
  for (const sighting of sightings.toSorted((one, other) => one.call.start - other.call.start)) {
    for (let ended = byEnd[next]; ended && endOf(ended.call) < sighting.call.start; ended = byEnd[++next]) {
      if (!newest || ended.version > newest.version) newest = ended;
    }
    if (!newest || newest.version <= sighting.version) continue;
    const [old, young] = [sighting, newest].map(({ version }) => nameState(states[version] as State));
    const sentence = `${describe(sighting.call)} the invoice ${id} as it had been (${old}), after server ${newest.call.server} had shown it as ${young}.`;
    return [{ invariant, sentence, proof: [newest.call, sighting.call] }];
  }
  return [];
}

function findEarly(
  id: string,
  sightings: readonly Sighting[],
  states: readonly State[],
  submits: Map<string, Call[]>,
): Finding[] {
  for (const { call, version } of sightings) {
    for (const { receiptId } of states.slice(1, version + 1)) {
      const sent = receiptId === null ? undefined : submits.get(receiptId);
      if (!sent?.every(({ start }) => start > endOf(call))) continue;
      const sentence = `${describe(call)} the receipt ${receiptId} on the invoice ${id} before anyone had submitted it.`;
      return [{ invariant, sentence, proof: [call, ...sent] }];
    }
  }
  return [];
}

function findForgotten(id: string, sightings: readonly Sighting[], states: readonly State[]): Finding[] {
  for (const { call, version } of sightings) {
    if (call.operation !== 'submit' || call.status !== 200) continue;
    const own = states.findIndex(({ receiptId }) => receiptId === call.receipt);
    if (own >= 0 && own <= version) continue;
    const sentence = `${describe(call)} success for the receipt ${call.receipt}, with a state of ${id} that does not count it.`;
    return [{ invariant, sentence, proof: [call] }];
  }
  return [];
}

function endOf({ end }: Call): number {
  return end ?? Number.POSITIVE_INFINITY;
}

function describe({ server, operation }: Call): string {
  return `Server ${server} responded to a ${operation} with`;
}

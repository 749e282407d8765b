import type { Check, Delivery, Evidence, Finding, LeaseChange } from '../evidence.ts';
import { groupBy } from './read-calls.ts';

const invariant = 'an event is sent once at a time while a lease is valid';

/** Milliseconds by which the clock of the database and the test's own may differ, on one machine. */
const tolerance = 50;

/** Finds leases that another server ended, and sends that overlap while the first one's lease is valid. */
export const respectLeases: Check = (evidence) => {
  const { books, lines } = evidence;
  const untilStep = Math.min(...lines.filter((line) => line.kind === 'clock-step').map(({ start }) => start));
  const changes = books.leases.filter(({ at }) => at < untilStep);
  const deliveries = lines.filter((line) => line.kind === 'delivery' && line.start < untilStep) as Delivery[];
  const sent = groupBy(deliveries, ({ event }) => event);
  return [...groupBy(changes, ({ event }) => event)].flatMap(([event, own]): Finding[] => {
    const arrivals = (sent.get(event) ?? []).toSorted((one, other) => one.start - other.start);
    return [...findStolen(event, own, arrivals, evidence), ...findDoubled(event, own, arrivals, evidence)].slice(0, 1);
  });
};

function findStolen(
  event: string,
  changes: readonly LeaseChange[],
  arrivals: readonly Delivery[],
  { rules }: Evidence,
): Finding[] {
  /** The place of each owner, which changes its name at each start. */
  const places = new Map(changes.filter(({ newOwner }) => newOwner !== null).map(({ newOwner, by }) => [newOwner, by]));
  // Whoever has delivered an event may settle it, whoever sends it again.
  const stolen = changes.find(
    ({ oldOwner, oldEnd, at, by, isSettled }) =>
      oldOwner !== null && !isSettled && oldEnd > at + rules.apart + tolerance && places.get(oldOwner) !== by,
  );
  if (!stolen) return [];
  const left = Math.round(stolen.oldEnd - stolen.at);
  const sentence = `The lease of the event ${event} was ${places.get(stolen.oldOwner)}'s for ${left} ms more, and ${stolen.by} ended it.`;
  return [{ invariant, sentence, proof: [...changes, ...arrivals] }];
}

function findDoubled(
  event: string,
  changes: readonly LeaseChange[],
  arrivals: readonly Delivery[],
  { rules }: Evidence,
): Finding[] {
  for (const [index, first] of arrivals.entries()) {
    const second = arrivals.slice(index + 1).find(({ start }) => start < (first.end ?? Number.POSITIVE_INFINITY));
    const claims = changes.filter(({ newOwner, at }) => newOwner !== null && at <= first.start + tolerance);
    const [claim] = claims;
    // With an earlier claim that ran out, nobody can tell under which of the two a server that was stopped has sent.
    if (!second || !claim || claims.length > 1 || claim.newEnd <= second.start + rules.apart + tolerance) continue;
    const sentence = `The event ${event} was sent a second time while the first was under way, and its lease valid.`;
    return [{ invariant, sentence, proof: [...changes, first, second] }];
  }
  return [];
}

import type { Check, Delivery, Evidence, Finding, LeaseChange } from '../evidence.ts';
import { groupBy } from './read-calls.ts';

const mostAttempts = 10;

/** Finds events that never arrived, that arrived with different bytes or an invalid signature, or that were sent too often. */
export const deliverEveryEvent: Check = ({ books, lines }) => {
  const deliveries = groupBy(
    lines.filter((line) => line.kind === 'delivery'),
    ({ event }) => event,
  );
  const known = new Set(books.events.map(({ id }) => id));
  const invented = [...deliveries].filter(([id]) => !known.has(id));
  return [
    ...invented.map(
      ([id, proof]): Finding => ({
        invariant: 'every event is delivered, signed, as it was written, in at most ten attempts',
        sentence: `The event ${id} was sent, and is in no book.`,
        proof,
      }),
    ),
    ...books.events.flatMap((event): Finding[] => {
      const sent = deliveries.get(event.id) ?? [];
      const find = (what: string): Finding[] => [
        {
          invariant: 'every event is delivered, signed, as it was written, in at most ten attempts',
          sentence: `The event ${event.id}, number ${event.sequence} of ${event.invoice}, ${what}.`,
          proof: [event, ...sent],
        },
      ];
      if (!sent.some(({ status }) => status === 204)) return find('was never accepted by the receiver');
      if (event.outcome !== 'delivered') return find(`was accepted, and is kept as ${event.outcome ?? 'not settled'}`);
      if (sent.some(({ body }) => body !== event.body)) return find('was sent with other bytes than it has');
      const forged = sent.find((one) => one.forged !== null);
      if (forged) return find(`was sent with a wrong signature: ${forged.forged}`);
      return event.attempts > mostAttempts ? find(`was attempted ${event.attempts} times`) : [];
    }),
  ];
};

/** Milliseconds by which the clocks of the database and the test may differ on one machine. */
const tolerance = 50;

/**
 * Finds events whose lease was ended by another server, and events that were sent a second time while their first lease was
 * valid.
 */
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
  /** Maps the names of lease owners to servers, because a server has a new name after each start. */
  const places = new Map(changes.filter(({ newOwner }) => newOwner !== null).map(({ newOwner, by }) => [newOwner, by]));
  // A server that has delivered an event may record it as settled, even while another server is sending it again.
  const stolen = changes.find(
    ({ oldOwner, oldEnd, at, by, isSettled }) =>
      oldOwner !== null && !isSettled && oldEnd > at + rules.apart + tolerance && places.get(oldOwner) !== by,
  );
  if (!stolen) return [];
  const left = Math.round(stolen.oldEnd - stolen.at);
  const sentence = `The lease of the event ${event} was ${places.get(stolen.oldOwner)}'s for ${left} ms more, and ${stolen.by} ended it.`;
  return [{ invariant: 'an event is sent once at a time while a lease is valid', sentence, proof: [...changes, ...arrivals] }];
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
    // Checks only events that were claimed once. With two claims, it is unknown which of them a delivery belongs to, because a
    // server may have been paused between its claim and its delivery.
    if (!second || !claim || claims.length > 1 || claim.newEnd <= second.start + rules.apart + tolerance) continue;
    const sentence = `The event ${event} was sent a second time while the first was under way, and its lease valid.`;
    return [
      { invariant: 'an event is sent once at a time while a lease is valid', sentence, proof: [...changes, first, second] },
    ];
  }
  return [];
}

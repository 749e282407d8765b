import type { Check, Finding } from '../evidence.ts';
import { groupBy } from './read-calls.ts';

const invariant = 'every event is delivered, signed, as it was written, in at most ten attempts';

const mostAttempts = 10;

/** Finds events that never arrived, arrived with other bytes or a wrong signature, or too often. */
export const deliverEveryEvent: Check = ({ books, lines }) => {
  const deliveries = groupBy(
    lines.filter((line) => line.kind === 'delivery'),
    ({ event }) => event,
  );
  const known = new Set(books.events.map(({ id }) => id));
  const invented = [...deliveries].filter(([id]) => !known.has(id));
  return [
    ...invented.map(([id, proof]): Finding => ({ invariant, sentence: `The event ${id} was sent, and is in no book.`, proof })),
    ...books.events.flatMap((event): Finding[] => {
      const sent = deliveries.get(event.id) ?? [];
      const find = (what: string): Finding[] => [
        {
          invariant,
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

import { createRandom } from '../../tools/random.ts';

/** Kinds of faults, each with its share of the faults of its lane. Lanes go on side by side; within a lane a fault ends before the next. */
const lanes = {
  servers: { 'kill-server': 2, 'stop-server': 6 },
  database: { 'terminate-backends': 5, 'crash-database': 3, 'freeze-database': 1 },
  network: { 'swallow-answer': 9, 'stall-network': 2, 'cut-network': 3 },
} as const;

/** A group of faults that never overlap. */
export type Lane = keyof typeof lanes;

/** A kind of fault. */
export type FaultKind = { [Name in Lane]: keyof (typeof lanes)[Name] }[Lane];

/** A fault to come. */
export interface PlannedFault {
  lane: Lane;
  kind: FaultKind;
  /** Milliseconds since the storm began. */
  at: number;
  /** The server that it befalls, or whose connections it befalls. */
  server: number;
  /** Milliseconds that it lasts, where it does. */
  lasts: number;
}

/** The faults that need the process of PostgreSQL: not to be had with one of one's own. */
export const needProcess: readonly FaultKind[] = ['crash-database', 'freeze-database'];

/** Faults in a second, of each lane. */
const rates: Readonly<Record<Lane, number>> = { servers: 0.4, database: 0.5, network: 1 };
/** Milliseconds of the shortest and of the longest fault of a kind. A frozen database is frozen for longer than servers wait, at times. */
const lengths: Partial<Record<FaultKind, readonly [number, number]>> = {
  'kill-server': [50, 600],
  'stop-server': [300, 3_500],
  'freeze-database': [500, 6_000],
  'stall-network': [300, 2_000],
  'crash-database': [0, 500],
};

/** Plans the faults of a seed, in their order. */
export function planFaults(seed: number, servers: number, seconds: number, isLocal: boolean): PlannedFault[] {
  const random = createRandom(seed);
  const names = Object.keys(lanes) as Lane[];
  const planned = names.flatMap((lane) => {
    const count = Math.ceil(rates[lane] * seconds);
    const deck = shuffle(lanes[lane], random);
    return Array.from({ length: count }, (_, index): PlannedFault => {
      const kind = deck[index % deck.length] ?? 'cut-network';
      const [shortest, longest] = lengths[kind] ?? [0, 0];
      return {
        lane,
        kind,
        at: Math.round(((index + random()) / count) * seconds * 1_000),
        server: Math.floor(random() * servers),
        lasts: Math.round(shortest + random() * (longest - shortest)),
      };
    });
  });
  return planned.filter(({ kind }) => isLocal || !needProcess.includes(kind)).toSorted((one, other) => one.at - other.at);
}

/** Puts each kind as often as its share into one order, so that the plan of a lane has all of them. */
function shuffle(shares: Readonly<Partial<Record<FaultKind, number>>>, random: () => number): FaultKind[] {
  const kinds = Object.entries(shares) as [FaultKind, number][];
  const deck = kinds.flatMap(([kind, share]) => Array.from({ length: share }, () => ({ kind, order: random() })));
  return deck.toSorted((one, other) => one.order - other.order).map(({ kind }) => kind);
}

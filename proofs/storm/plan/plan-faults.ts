import { createRandom } from '../../tools/random.ts';

/**
 * The kinds of faults in each lane, with their shares. Lanes run in parallel. Within a lane, a fault ends before the next one
 * begins.
 */
const lanes = {
  servers: { 'kill-server': 2, 'stop-server': 6 },
  database: { 'terminate-backends': 5, 'crash-database': 3, 'freeze-database': 1 },
  network: { 'swallow-answer': 9, 'stall-network': 2, 'cut-network': 3 },
} as const;

/** The name of a group of faults. Faults of one lane never overlap. */
export type Lane = keyof typeof lanes;

export type FaultKind = { [Name in Lane]: keyof (typeof lanes)[Name] }[Lane];

export interface PlannedFault {
  lane: Lane;
  kind: FaultKind;
  /** Milliseconds since the storm began. */
  at: number;
  /** The server that the fault affects, or whose connections it affects. */
  server: number;
  /** The duration of the fault in milliseconds; ignored for a fault that is over immediately. */
  lasts: number;
}

/** Faults that need control over the PostgreSQL process. They are left out if the user provides the database. */
export const needProcess: readonly FaultKind[] = ['crash-database', 'freeze-database'];

/** Faults per second in each lane. */
const rates: Readonly<Record<Lane, number>> = { servers: 0.4, database: 0.5, network: 1 };
/**
 * The shortest and longest duration of each kind of fault, in milliseconds. A database is sometimes frozen for longer than
 * servers wait.
 */
const lengths: Partial<Record<FaultKind, readonly [number, number]>> = {
  'kill-server': [50, 600],
  'stop-server': [300, 3_500],
  'freeze-database': [500, 6_000],
  'stall-network': [300, 2_000],
  'crash-database': [0, 500],
};

/** Plans the faults of a storm in chronological order. The same seed gives the same plan. */
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

/** Returns the kinds in random order, each as often as its share says, so that every kind occurs in a lane's plan. */
function shuffle(shares: Readonly<Partial<Record<FaultKind, number>>>, random: () => number): FaultKind[] {
  const kinds = Object.entries(shares) as [FaultKind, number][];
  const deck = kinds.flatMap(([kind, share]) => Array.from({ length: share }, () => ({ kind, order: random() })));
  return deck.toSorted((one, other) => one.order - other.order).map(({ kind }) => kind);
}

import { createRandom } from '../../tools/random.ts';

/** A payment towards an invoice, and where its receipt goes. */
export interface PlannedPart {
  cents: number;
  outcome: 'completed' | 'failed';
  /** The server whose rail signs the receipt. */
  payAt: number;
  /** The two servers that get it at once. */
  submitAt: readonly [number, number];
  /** The server that gets it for another invoice, and which of those that the client knows that is. */
  foreignAt: number;
  foreign: number;
}

/** An invoice that is created with a key, paid in parts, and looked at. */
export interface Purchase {
  kind: 'purchase';
  cents: number;
  createAt: number;
  /** The server that gets the same create at once. */
  twinAt: number | undefined;
  parts: readonly PlannedPart[];
  /** Pays all parts at the same time. */
  isAtOnce: boolean;
  /** The servers that are asked for the invoice afterwards, and which other client's invoice is looked at. */
  fetchAt: readonly number[];
  stranger: number;
}

/** More submits to one invoice than the limit allows, at all servers at once. */
export interface Press {
  kind: 'press';
  createAt: number;
}

/** A token that is used, revoked, and used everywhere again. */
export interface Withdrawal {
  kind: 'withdrawal';
  useAt: number;
}

/** A piece of work of a client, with the pause after it in milliseconds. */
export type Work = (Purchase | Press | Withdrawal) & { pause: number; luck: number };

/** Plans one piece of a client's work: the same for the same numbers. */
export function planWork(seed: number, client: number, number: number, servers: number): Work {
  const random = createRandom(seed * 1_000_003 + client * 7_919 + number);
  const server = () => Math.floor(random() * servers);
  const common = { pause: Math.round(20 + random() * 150), luck: random() };
  const kind = random();
  // A press and a withdrawal of one client each, now and then: they are not cheap.
  if (client === 0 && number % 6 === 1) return { kind: 'press', createAt: server(), ...common };
  if (client === 1 && number % 4 === 1) return { kind: 'withdrawal', useAt: server(), ...common };
  const count = Math.floor(random() * 5);
  const isFailing = kind < 0.1;
  const parts = Array.from({ length: isFailing ? 1 : count }, (): PlannedPart => {
    const first = server();
    return {
      cents: 100,
      outcome: isFailing ? 'failed' : 'completed',
      payAt: server(),
      submitAt: [first, (first + 1 + Math.floor(random() * (servers - 1))) % servers],
      foreignAt: server(),
      foreign: Math.floor(random() * 1_000),
    };
  });
  const createAt = server();
  return {
    kind: 'purchase',
    // Four parts are just enough, or more than enough.
    cents: random() < 0.8 ? 400 : 300,
    createAt,
    twinAt: random() < 0.5 ? (createAt + 1) % servers : undefined,
    parts,
    isAtOnce: random() < 0.6,
    fetchAt: [server(), server()],
    stranger: Math.floor(random() * 1_000),
    ...common,
  };
}

import { createRandom } from '../../tools/random.ts';

/** A payment for an invoice, and the servers that get its receipt. */
export interface PlannedPart {
  cents: number;
  outcome: 'completed' | 'failed';
  /** The server that simulates the payment and signs the receipt. */
  payAt: number;
  /** The two servers that get the receipt at the same time. */
  submitAt: readonly [number, number];
  /**
   * The server that must refuse the receipt, because there it is submitted for another invoice. `foreign` selects that invoice
   * among those that the client knows.
   */
  foreignAt: number;
  foreign: number;
}

/** An invoice that is created with a key, paid in parts, and fetched. */
export interface Purchase {
  kind: 'purchase';
  cents: number;
  createAt: number;
  /** The index of a second server that gets the same create request at the same time; undefined if there is none. */
  twinAt: number | undefined;
  parts: readonly PlannedPart[];
  /** True when all parts are paid at the same time. */
  isAtOnce: boolean;
  /** The servers from which the client then fetches this invoice. `stranger` selects a known invoice to fetch from `createAt`. */
  fetchAt: readonly number[];
  stranger: number;
}

/** More submissions for one invoice than the limit allows, sent to all servers at the same time. */
export interface Press {
  kind: 'press';
  createAt: number;
}

/** A token that is used, revoked, and then used again at every server. */
export interface Withdrawal {
  kind: 'withdrawal';
  useAt: number;
}

/** One piece of a client's work. `pause` is the time after it in milliseconds, and `luck` a random number. */
export type Work = (Purchase | Press | Withdrawal) & { pause: number; luck: number };

/** Plans one piece of a client's work; the same arguments give the same plan. */
export function planWork(seed: number, client: number, number: number, servers: number): Work {
  const random = createRandom(seed * 1_000_003 + client * 7_919 + number);
  const server = () => Math.floor(random() * servers);
  const common = { pause: Math.round(20 + random() * 150), luck: random() };
  const kind = random();
  // These two kinds of work are expensive, so each is done by only one client, and rarely.
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
    // With four parts of 1.00, this amount is paid exactly or overpaid.
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

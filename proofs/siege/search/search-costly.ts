import type { SiegeTools } from '../attack.ts';
import { type Growth, growthList, listTargets, mostBody, mostHead, type Sketch } from './attack-grammar.ts';
import type { CpuMeter } from './cpu-meter.ts';
import { measureCost } from './measure-cost.ts';
import { bytesOf } from './write-sketch.ts';

/** A request that the search has measured. */
export interface Found {
  sketch: Sketch;
  bytes: number;
  /** CPU time of the server per request, in milliseconds. */
  cost: number;
}

/** A costly request, with its cost compared to that of an ordinary fetch. */
export interface Judged extends Found {
  /** The cost without the cost of sending the response (see `sending`), as a multiple of the cost of an authenticated fetch. */
  fetches: number;
  /** The cost for a bare server to send a response of the same size, as a multiple of the cost of an authenticated fetch. */
  sending: number;
}

export interface SearchBounds {
  /** Milliseconds for the complete search. */
  time: number;
  /** The number of requests that are kept and varied further. */
  kept: number;
  /** The honest client's request. */
  plain: Buffer;
}

/** How many times a request is sent to measure its cost: during the search, and when the costliest ones are measured again. */
const [quick, careful] = [6, 20];
const rounds = 3;

/**
 * Searches for requests that have no token and cost the server most. First tries each path unchanged, then paths with
 * parts of the largest size, then variations of the costliest requests: other sizes, other parts, two parts, other
 * paths. Returns the costliest requests, measured carefully.
 */
export async function searchCostly(tools: SiegeTools, meter: CpuMeter, { time, kept, plain }: SearchBounds): Promise<Judged[]> {
  const { target, random, signal } = tools;
  const started = performance.now();
  const isOver = (part: number) => signal.aborted || performance.now() - started > time * part;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const targets = listTargets(target.invoiceId);
  let best: Found[] = [];
  const seen = new Set<string>();
  const tried = async (sketch: Sketch) => {
    const request = bytesOf(sketch);
    const name = JSON.stringify(sketch);
    if (seen.has(name)) return;
    seen.add(name);
    const { cost } = await measureCost(tools, meter, request, quick);
    best = keepBest([...best, { sketch, bytes: request.length, cost }]).slice(0, kept);
  };

  for (const [method, path] of targets) if (!isOver(1)) await tried({ method, path, growths: [] });
  // Tries each part on a randomly chosen path and, while there is time, on further paths.
  while (!isOver(0.6)) {
    for (const growth of shuffled(growthList, random)) {
      if (isOver(0.6)) break;
      const [method, path] = pick(targets);
      await tried({ method: methodFor(method, growth), path, growths: [fill(growth, 1)] });
    }
  }
  while (!isOver(0.9)) {
    const { sketch } = pick(best);
    const [growth] = sketch.growths;
    const [method, path] = pick(targets);
    const other = fill(pick(growthList), 0.5);
    const changes: (() => Sketch)[] = [
      () => ({ ...sketch, path, method: growth ? methodFor(method, growth) : method }),
      () => ({ ...sketch, growths: [fill(pick(growthList), 1)] }),
      () => ({ ...sketch, growths: growth ? [fill(growth, pick([0.05, 0.25, 0.5, 0.75]))] : [other] }),
      () => ({ ...sketch, growths: growth && growth.kind !== other.kind ? [fill(growth, 0.45), other] : [other] }),
    ];
    await tried(pick(changes)());
  }
  const judged: Judged[] = [];
  for (const one of best) {
    let [fetchCost, cost, bare] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    // Takes the lowest of several rounds, because the honest client uses the same CPU. Measures all requests in each round,
    // because the machine's speed varies.
    for (let round = 0; round < rounds; round++) {
      fetchCost = Math.min(fetchCost, (await measureCost(tools, meter, plain, careful)).cost);
      const measured = await measureCost(tools, meter, bytesOf(one.sketch), careful);
      cost = Math.min(cost, measured.cost);
      bare = Math.min(bare, measured.received < long ? 0 : await bareCost(tools, meter, measured.received));
    }
    // The search was ended early, so this measurement is not used.
    if (signal.aborted) break;
    judged.push({ ...one, cost, fetches: (cost - bare) / fetchCost, sending: bare / fetchCost });
  }
  return judged.toSorted((a, b) => b.fetches - a.fetches);
}

/** The shortest response for which the cost of sending can be measured, in bytes. For a shorter one, that cost counts as 0. */
const long = 100_000;

async function bareCost(tools: SiegeTools, meter: CpuMeter, bytes: number): Promise<number> {
  const request = Buffer.from(`GET /${bytes} HTTP/1.1\r\nHost: bare\r\n\r\n`);
  return (await measureCost(tools, meter, request, careful, meter.barePort)).cost;
}

/**
 * Keeps only the costliest of the requests with the same path and the same first repeated part. Otherwise a single weakness
 * would fill the list.
 */
function keepBest(found: readonly Found[]): Found[] {
  const places = new Set<string>();
  return found
    .toSorted((a, b) => b.cost - a.cost)
    .filter(({ sketch: { path, growths } }) => {
      const place = `${path} ${growths[0]?.kind} ${growths[0]?.name}`;
      return !places.has(place) && places.add(place);
    });
}

/** Repeats the part's text until it has this share of the maximum size. */
function fill(growth: Growth, share: number): Growth {
  const { text } = growth;
  const most = share * (growth.kind === 'body' ? mostBody : mostHead) - text.before.length - text.after.length;
  // Each `#` is replaced by a number of up to four digits, which needs three more characters.
  const length = text.unit.length + (text.unit.includes('#') ? 3 : 0);
  return { ...growth, text: { ...text, times: Math.max(1, Math.floor(most / length)) } };
}

function methodFor(method: string, { kind }: Growth): string {
  return kind === 'body' ? 'POST' : method;
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((one) => [random(), one] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, one]) => one);
}

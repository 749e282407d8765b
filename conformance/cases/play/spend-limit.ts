import type { Exchange, RequestSpec } from '../../src/http/exchange.ts';
import type { Subject } from '../../src/subject/subject.ts';

/** The requests that were let in, and those that were refused for load. */
export interface Spent {
  served: Exchange[];
  refused: Exchange[];
}

/** Tells if a request was refused for load. */
export const isLimited = ({ answer: response }: Exchange): boolean => response?.status === 429;

/** Sends this many requests, a dozen at a time. */
export async function spend(subject: Subject, count: number, specOf: (at: number) => RequestSpec): Promise<Spent> {
  const exchanges: Exchange[] = [];
  for (let at = 0; at < count; at += 12) {
    const batch = Array.from({ length: Math.min(12, count - at) }, (_, index) => specOf(at + index));
    exchanges.push(...(await Promise.all(batch.map((spec) => subject.sendOnce(spec)))));
  }
  return { served: exchanges.filter((one) => !isLimited(one)), refused: exchanges.filter(isLimited) };
}

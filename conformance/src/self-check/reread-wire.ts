import type { Exchange } from '../http/exchange.ts';
import { CaseInconclusive } from '../outcome/case-inconclusive.ts';
import { type Recorded, Recorder } from '../wire/recorder.ts';
import type { Wire } from '../wire/wire.ts';

/** Where an entry of the record stands. */
export const keyOf = ({ scope, index }: Pick<Recorded, 'scope' | 'index'>): string => `${scope} ${index}`;

/**
 * A wire that answers from the record of a run and reaches nothing.
 * @param read is given the place of each entry that was asked for
 * @param replaced exchanges that stand for recorded ones, by their place
 */
export function rereadWire(
  record: ReadonlyMap<string, Recorded>,
  clock: boolean,
  read: (key: string) => void,
  replaced: ReadonlyMap<string, Exchange>,
): Wire {
  const places = new Recorder();
  const next = (): Recorded => {
    const key = keyOf(places.place());
    read(key);
    const entry = record.get(key);
    if (entry === undefined) throw new CaseInconclusive(`The record holds nothing at ${key}.`);
    const exchange = replaced.get(key) ?? entry.exchange;
    return exchange === undefined ? entry : { ...entry, exchange };
  };
  return {
    async send() {
      const { exchange } = next();
      if (exchange === undefined) throw new CaseInconclusive('The record holds a payment where a request is asked for.');
      return exchange;
    },
    pay: async () => next().receipt ?? null,
    ...(clock && { advanceTime: async () => {} }),
    // What an adapter did beside is not on record: such cases say so.
    adapter: {},
    async hold() {},
    within: (scope, work) => places.within(scope, work),
  };
}

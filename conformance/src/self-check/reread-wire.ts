import type { Exchange } from '../http/exchange.ts';
import { CaseInconclusive } from '../outcome/case-inconclusive.ts';
import { type Recorded, Recorder } from '../wire/recorder.ts';
import type { Wire } from '../wire/wire.ts';

export const keyOf = ({ scope, index }: Pick<Recorded, 'scope' | 'index'>): string => `${scope} ${index}`;

/**
 * Makes a wire that responds from the record of a run and sends nothing.
 * @param read called with the key of each entry that is read
 * @param replaced exchanges that replace recorded ones, by key
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
    // The other functions of an adapter are not recorded, so cases that need them are skipped.
    adapter: {},
    hold() {},
    slowDown() {},
    use() {},
    within: (scope, work) => places.within(scope, work),
  };
}

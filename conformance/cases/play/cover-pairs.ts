/** One value per factor, keyed by the factor's name. A complete row has all factors, and a pair has two of them. */
export type Row = Readonly<Record<string, string>>;

/** How many uncovered pairs are tried as the start of each row. The row that covers the most new pairs is kept. */
const tries = 60;

/**
 * Makes a small number of rows in which every two values of different factors occur together at least once, unless the pair is
 * in `apart`. Makes the same rows each time. The first value of each factor must fit all values of other factors.
 */
export function coverPairs(factors: Readonly<Record<string, readonly string[]>>, apart: readonly Row[]): Row[] {
  const names = Object.keys(factors);
  const values = names.flatMap((name, factor) => (factors[name] ?? []).map((value) => ({ name, value, factor })));
  const numbers = new Map(values.map(({ name, value }, at) => [`${name}: ${value}`, at]));
  const numbersOf = (pair: Row): number[] => Object.entries(pair).map(([name, value]) => numbers.get(`${name}: ${value}`) ?? -1);
  const keyOf = (one: number, other: number): number => Math.min(one, other) * values.length + Math.max(one, other);
  const ofFactor = names.map((_name, factor) => values.flatMap((one, at) => (one.factor === factor ? [at] : [])));
  // Uses typed arrays, indexed by the key of a pair, because a plan looks up about a million pairs.
  const isApart = new Uint8Array(values.length ** 2);
  for (const pair of apart) isApart[keyOf(...(numbersOf(pair) as [number, number]))] = 1;
  const isOpen = new Uint8Array(values.length ** 2);
  for (const [one, { factor }] of values.entries())
    for (const [other, { factor: second }] of values.entries())
      if (factor < second && !isApart[keyOf(one, other)]) isOpen[keyOf(one, other)] = 1;
  /** Counts the uncovered pairs that a value would add to a row. Returns -1 if the value is incompatible with the row. */
  const gainOf = (at: number, row: readonly number[]): number => {
    let gain = 0;
    for (const other of row) {
      const key = keyOf(at, other);
      if (isApart[key]) return -1;
      gain += isOpen[key] as number;
    }
    return gain;
  };
  /** Completes a row by adding, one at a time, the value that makes the most new pairs. */
  const complete = (key: number): { row: number[]; gain: number } => {
    const row = [Math.floor(key / values.length), key % values.length];
    const [first, second] = row.map((at) => values[at]?.factor);
    let gain = 1;
    for (const [factor, own] of ofFactor.entries()) {
      if (factor === first || factor === second) continue;
      let best = { at: -1, gain: -1 };
      for (const at of own) {
        const met = gainOf(at, row);
        if (met > best.gain) best = { at, gain: met };
      }
      row.push(best.at);
      gain += best.gain;
    }
    return { row, gain };
  };
  const firstOpen = (): number[] => {
    const found: number[] = [];
    for (let key = isOpen.indexOf(1); key >= 0 && found.length < tries; key = isOpen.indexOf(1, key + 1)) found.push(key);
    return found;
  };
  const rows: Row[] = [];
  for (let begun = firstOpen(); begun.length > 0; begun = firstOpen()) {
    const { row } = begun.map(complete).reduce((left, right) => (right.gain > left.gain ? right : left));
    for (const one of row) for (const other of row) isOpen[keyOf(one, other)] = 0;
    const named = new Map(row.flatMap((at) => (values[at] ? [[values[at].name, values[at].value] as const] : [])));
    rows.push(Object.fromEntries(names.map((name) => [name, named.get(name) as string])));
  }
  return rows;
}

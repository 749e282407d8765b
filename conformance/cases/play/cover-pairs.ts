/** A value of each factor, by the factor's name. */
export type Row = Readonly<Record<string, string>>;

/** Two values that cannot meet, and why. */
export interface Apart {
  pair: Row;
  because: string;
}

/** Rows in which each two values of two factors meet, and how many such pairs there are. */
export interface Cover {
  rows: Row[];
  pairs: number;
}

/** Pairs from which the next row is begun: of that many rows the best is taken. */
const tries = 60;

/**
 * Makes few rows in which each two values of two factors meet at least once, unless they are apart. The same factors make the
 * same rows. The first value of each factor gets along with every other.
 */
export function coverPairs(factors: Readonly<Record<string, readonly string[]>>, apart: readonly Apart[]): Cover {
  const names = Object.keys(factors);
  const values = names.flatMap((name, factor) => (factors[name] ?? []).map((value) => ({ name, value, factor })));
  const numbers = new Map(values.map(({ name, value }, at) => [`${name}: ${value}`, at]));
  const numbersOf = (pair: Row): number[] => Object.entries(pair).map(([name, value]) => numbers.get(`${name}: ${value}`) ?? -1);
  const keyOf = (one: number, other: number): number => Math.min(one, other) * values.length + Math.max(one, other);
  const isApart = new Set(apart.map(({ pair }) => keyOf(...(numbersOf(pair) as [number, number]))));
  const open = new Set<number>();
  for (const [one, { factor }] of values.entries())
    for (const [other, { factor: second }] of values.entries())
      if (factor < second && !isApart.has(keyOf(one, other))) open.add(keyOf(one, other));
  const pairs = open.size;
  /** Completes a row, value by value, with what meets most that it has not met yet. */
  const complete = (key: number): { row: number[]; gain: number } => {
    const row = [Math.floor(key / values.length), key % values.length];
    let gain = 1;
    for (const factor of names.keys()) {
      if (row.some((at) => values[at]?.factor === factor)) continue;
      let best = { at: -1, gain: -1 };
      for (const [at, value] of values.entries()) {
        if (value.factor !== factor || row.some((other) => isApart.has(keyOf(at, other)))) continue;
        const met = row.reduce((count, other) => count + Number(open.has(keyOf(at, other))), 0);
        if (met > best.gain) best = { at, gain: met };
      }
      row.push(best.at);
      gain += best.gain;
    }
    return { row, gain };
  };
  const rows: Row[] = [];
  while (open.size > 0) {
    const all = [...open].slice(0, tries).map(complete);
    const { row } = all.reduce((left, right) => (right.gain > left.gain ? right : left));
    for (const one of row) for (const other of row) open.delete(keyOf(one, other));
    const named = new Map(row.flatMap((at) => (values[at] ? [[values[at].name, values[at].value] as const] : [])));
    rows.push(Object.fromEntries(names.map((name) => [name, named.get(name) as string])));
  }
  return { rows, pairs };
}

import { operationTable } from '@payment-invoice/generated';

/** A checked request of any operation. Its defaults are filled in. */
export interface Asked {
  body: Readonly<Record<string, unknown>> | undefined;
  path: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
}

/** The way in which a field of a response repeats a field of the request (`x-echoes`). */
interface Echo {
  of?: string;
  absent?: unknown;
  ignoring?: readonly string[];
}

type Echoes = Readonly<Record<string, Echo>>;

const table: Readonly<Record<string, { echoes: Echoes }>> = operationTable;

/** Lists the fields of a successful response that contradict its request, for example the id of another invoice. */
export function findContradictions(operationId: string, { body, path, query }: Asked, got: Readonly<Record<string, unknown>>) {
  const echoes: Echoes = table[operationId]?.echoes ?? {};
  const contradicted: string[] = [];
  for (const name in echoes) {
    const { of = name, absent, ignoring } = echoes[name] as Echo;
    const wanted = body?.[of] ?? path[of] ?? query[of] ?? absent;
    const value = got[name];
    if (wanted === undefined || isSame(value, wanted) || (ignoring && isAlike(value, wanted, ignoring))) continue;
    contradicted.push(`body/${name} must repeat ${of} of the request`);
  }
  return contradicted;
}

/** Compares two JSON values whatever the order of their properties, which a database may change. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const fields = Object.entries(one);
  return (
    fields.length === Object.keys(other).length &&
    fields.every(([name, value]) => Object.hasOwn(other, name) && isSame(value, Reflect.get(other, name)))
  );
}

function isAlike(got: unknown, wanted: unknown, ignoring: readonly string[]): boolean {
  const plain = (value: unknown) => {
    const text = ignoring.includes('leading-dollar') ? String(value).replace(/^\$/, '') : String(value);
    return ignoring.includes('case') ? text.toLowerCase() : text;
  };
  return plain(got) === plain(wanted);
}

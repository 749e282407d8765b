/** A schema with a status, dereferenced, as far as it says which fields a transition sets (`x-lifecycle`). */
interface Schema {
  properties?: Readonly<Record<string, { 'x-lifecycle'?: Lifecycle }>>;
}

interface Lifecycle {
  initial: string;
  transitions: readonly { from: readonly string[]; to?: string; changes?: readonly string[] }[];
}

/** The fields that transitions set, by status: those that were set on every way to it, and those that were set on any. */
interface SetFields {
  always: ReadonlySet<string>;
  ever: ReadonlySet<string>;
}

/** Makes what finds fields that cannot be in their status, such as PAID without a paidAmount: null is for what nothing has set yet. */
export function lifecycleCheck(schema: Schema): (object: Readonly<Record<string, unknown>>) => string[] {
  const checks = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const lifecycle = property['x-lifecycle'];
    return lifecycle ? [{ name, byStatus: followTransitions(lifecycle), fields: changedBy(lifecycle) }] : [];
  });
  // Every success comes here: it builds a list only for what is wrong.
  return (object) => {
    const breaches: string[] = [];
    for (const { name, byStatus, fields } of checks) {
      const status = object[name] as string;
      const set = byStatus.get(status);
      if (set === undefined) continue;
      for (const field of fields) {
        const isNull = object[field] === null;
        if (isNull && set.always.has(field)) breaches.push(`body/${field} must not be null in ${status}`);
        if (!isNull && !set.ever.has(field)) breaches.push(`body/${field} must be null in ${status}`);
      }
    }
    return breaches;
  };
}

const changedBy = ({ transitions }: Lifecycle) => [...new Set(transitions.flatMap(({ changes = [] }) => changes))];

/** Follows every way from the initial status, until no status learns anything new. */
function followTransitions({ initial, transitions }: Lifecycle): Map<string, SetFields> {
  const found = new Map<string, SetFields>([[initial, { always: new Set(), ever: new Set() }]]);
  for (let isNew = true; isNew; ) {
    isNew = false;
    for (const { from, to, changes = [] } of transitions) {
      for (const start of from) {
        const before = found.get(start);
        if (!before || to === undefined || (to === 'same' && changes.length === 0)) continue;
        const end = to === 'same' ? start : to;
        const known = found.get(end);
        const reached = new Set([...before.always, ...changes]);
        const always = new Set([...reached].filter((field) => known?.always.has(field) ?? true));
        const ever = new Set([...(known?.ever ?? []), ...before.ever, ...changes]);
        if (known && known.always.size === always.size && known.ever.size === ever.size) continue;
        found.set(end, { always, ever });
        isNew = true;
      }
    }
  }
  return found;
}

export type Sender = 'client' | 'service';

/** The effect of a change on the values that may be sent: fewer, more, or neither. */
export type Effect = 'narrower' | 'wider' | 'other';

export interface Change {
  breaking: boolean;
  /** The operation, and the changed part of it. */
  where: string;
  /** The changed property in the part that `where` names; empty when that part itself has changed. */
  property: string;
  what: string;
  /** True when a text has changed, so that only a person can decide whether the change breaks anything. */
  unclear?: true;
  /** True when the service may send fewer values than before, so that some stored values may now be invalid. */
  narrows?: true;
}

/** Records the changes of one part of an operation. */
export interface Recorder {
  /** Records a change as breaking or harmless, by its effect on the values that the sender may send. */
  effect(effect: Effect, property: string, what: string): void;
  breaking(property: string, what: string): void;
  harmless(property: string, what: string): void;
  /** Records a field that the service must send from now on. Objects that were stored earlier do not have it. */
  demanded(property: string, what: string): void;
  /** Records a change that needs a person's decision. */
  unclear(property: string, what: string): void;
}

/** Makes a recorder for the part of an operation that `sender` sends. The recorder appends to `changes`. */
export function recordChanges(changes: Change[], where: string, sender: Sender): Recorder {
  const record = (breaking: boolean, narrows?: boolean) => (property: string, what: string) =>
    void changes.push({ breaking, where, property, what, ...(narrows && { narrows: true as const }) });
  const isStored = sender === 'service' && /^response 2/.test(where);
  return {
    // Clients know only the old values, so they break if the service accepts fewer values, or sends new ones.
    effect: (effect, property, what) =>
      record(effect !== (sender === 'client' ? 'wider' : 'narrower'), isStored && effect !== 'wider')(property, what),
    breaking: record(true),
    harmless: record(false),
    demanded: record(false, isStored),
    unclear: (property, what) => void changes.push({ breaking: false, where, property, what, unclear: true }),
  };
}

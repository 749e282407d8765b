export type Sender = 'client' | 'service';

/** The effect of a change on which values may be sent: fewer, more, or neither. */
export type Effect = 'narrower' | 'wider' | 'other';

export interface Change {
  breaking: boolean;
  /** The operation and the part of it. */
  where: string;
  /** The property inside that part; empty when the part itself changed. */
  property: string;
  what: string;
  /** True where only a person can say whether anything breaks, because a text changed. */
  unclear?: true;
  /** True when the service may send fewer values than before, so that stored values may no longer be valid. */
  narrows?: true;
}

/** Records the changes of one part of an operation. */
export interface Recorder {
  /** Records a change as breaking or harmless, depending on its effect on what the sender may send. */
  effect(effect: Effect, property: string, what: string): void;
  breaking(property: string, what: string): void;
  harmless(property: string, what: string): void;
  /** Records a field that the service must send from now on, but has not stored so far. */
  demanded(property: string, what: string): void;
  /** Records a change that needs a person's decision. */
  unclear(property: string, what: string): void;
}

/** Makes a recorder for one part of an operation, which `sender` sends; the recorder appends to `changes`. */
export function recordChanges(changes: Change[], where: string, sender: Sender): Recorder {
  const record = (breaking: boolean, narrows?: boolean) => (property: string, what: string) =>
    void changes.push({ breaking, where, property, what, ...(narrows && { narrows: true as const }) });
  const isStored = sender === 'service' && /^response 2/.test(where);
  return {
    // Existing clients keep sending the old values and understand only the old values. So the service may accept more
    // than before, and may send less.
    effect: (effect, property, what) =>
      record(effect !== (sender === 'client' ? 'wider' : 'narrower'), isStored && effect !== 'wider')(property, what),
    breaking: record(true),
    harmless: record(false),
    demanded: record(false, isStored),
    unclear: (property, what) => void changes.push({ breaking: false, where, property, what, unclear: true }),
  };
}

export type Sender = 'client' | 'service';

/** The effect of a change on the values that may be sent: fewer, more, or neither. */
export type Effect = 'narrower' | 'wider' | 'other';

export interface Change {
  breaking: boolean;
  /** The operation and its part. */
  where: string;
  /** The property inside that part; empty for the part itself. */
  property: string;
  what: string;
  /** Set where only a person can say if it breaks anything: two texts. */
  unclear?: true;
  /** Set where the service may send less than before: what it has stored may be unlawful now. */
  narrows?: true;
}

/** Records the changes of one part of an operation. */
export interface Recorder {
  /** Records a change as breaking or harmless by its effect on what the part's sender may send. */
  effect(effect: Effect, property: string, what: string): void;
  breaking(property: string, what: string): void;
  harmless(property: string, what: string): void;
  /** Records a field that the service has to send from now on, and has not stored before. */
  demanded(property: string, what: string): void;
  /** Records a change that a person has to judge. */
  unclear(property: string, what: string): void;
}

/** Makes a recorder for one part of an operation, which `sender` sends; it appends to `changes`. */
export function recordChanges(changes: Change[], where: string, sender: Sender): Recorder {
  const record = (breaking: boolean, narrows?: boolean) => (property: string, what: string) =>
    void changes.push({ breaking, where, property, what, ...(narrows && { narrows: true as const }) });
  const isStored = sender === 'service' && /^response 2/.test(where);
  return {
    // Clients keep sending what they sent, and understand what they understood: the service may take more and say less.
    effect: (effect, property, what) =>
      record(effect !== (sender === 'client' ? 'wider' : 'narrower'), isStored && effect !== 'wider')(property, what),
    breaking: record(true),
    harmless: record(false),
    demanded: record(false, isStored),
    unclear: (property, what) => void changes.push({ breaking: false, where, property, what, unclear: true }),
  };
}

/** Who sends a value: the one who calls the API, or the service. */
export type Sender = 'client' | 'service';

/** What became of the values that may be sent: fewer, more, or neither. */
export type Effect = 'narrower' | 'wider' | 'other';

/** One change of the contract. */
export interface Change {
  breaking: boolean;
  /** The operation and its part. */
  where: string;
  /** The member inside that part; empty for the part itself. */
  member: string;
  what: string;
}

/** Takes down a change of one part of an operation. */
export interface Notes {
  /** Breaking or not, as the effect is on what the part's sender may send. */
  effect(effect: Effect, member: string, what: string): void;
  breaking(member: string, what: string): void;
  harmless(member: string, what: string): void;
}

/** Notes on one part of an operation, which `sender` sends, written into `changes`. */
export function takeNotes(changes: Change[], where: string, sender: Sender): Notes {
  const note = (breaking: boolean) => (member: string, what: string) => void changes.push({ breaking, where, member, what });
  return {
    // Clients keep sending what they sent, and understand what they understood: the service may take more and say less.
    effect: (effect, member, what) => note(effect !== (sender === 'client' ? 'wider' : 'narrower'))(member, what),
    breaking: note(true),
    harmless: note(false),
  };
}

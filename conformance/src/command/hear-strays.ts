/** Errors that were thrown where nobody waits for them. */
export interface Strays {
  /** The first, in a line; undefined where there was none. */
  first: string | undefined;
  /** From now on they end the process again. */
  stop(): void;
}

/** What an adapter throws where nobody waits for it would end the process, and look like a verdict: it is kept instead. */
export function hearStrays(): Strays {
  let first: string | undefined;
  const keep = (error: unknown): void => {
    first ??= describeStray(error);
  };
  process.on('uncaughtException', keep);
  return {
    get first() {
      return first;
    },
    stop: () => void process.off('uncaughtException', keep),
  };
}

function describeStray(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 2).join('') : String(error);
}

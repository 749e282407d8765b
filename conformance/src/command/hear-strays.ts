/** Errors that were thrown where nobody waits for them. */
export interface Strays {
  /** The first error, on one line; undefined if there was none. */
  first: string | undefined;
  /** Lets such errors end the process again. */
  stop(): void;
}

/** Keeps errors that an adapter throws where nobody waits for them: they would end the process and look like a verdict. */
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

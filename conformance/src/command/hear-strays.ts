/** Errors that were thrown outside any awaited work. */
export interface Strays {
  /** The first error, on one line; undefined if there was none. */
  first: string | undefined;
  /** Stops listening, so that such errors end the process again. */
  stop(): void;
}

/**
 * All current hearers, served by a single listener. Node.js warns about a leak from eleven listeners on, and tests run more
 * suites than that at once.
 */
const hearers = new Set<(error: unknown) => void>();
const tellAll = (error: unknown): void => {
  for (const hear of hearers) hear(error);
};

/** Records errors that an adapter throws outside awaited work, which would otherwise end the process and look like a verdict. */
export function hearStrays(): Strays {
  let first: string | undefined;
  const keep = (error: unknown): void => {
    first ??= describeStray(error);
  };
  if (hearers.size === 0) process.on('uncaughtException', tellAll);
  hearers.add(keep);
  return {
    get first() {
      return first;
    },
    stop() {
      hearers.delete(keep);
      if (hearers.size === 0) process.off('uncaughtException', tellAll);
    },
  };
}

function describeStray(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 2).join('') : String(error);
}

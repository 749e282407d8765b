export interface Strays {
  /** The first error, as one line. Undefined if there was none. */
  first: string | undefined;
  /** Stops collecting. From then on, an uncaught error ends the process, as usual in Node.js. */
  stop(): void;
}

/** All collectors. They share one listener: tests run many suites at once, and Node.js reports a leak at eleven listeners. */
const hearers = new Set<(error: unknown) => void>();
const tellAll = (error: unknown): void => {
  for (const hear of hearers) hear(error);
};

/**
 * Collects errors that an adapter throws outside the code that the suite awaits. Otherwise such an error would end the process,
 * with an exit code that looks like a verdict.
 */
export function hearStrays(): Strays {
  const strays: Strays = {
    first: undefined,
    stop() {
      hearers.delete(keep);
      if (hearers.size === 0) process.off('uncaughtException', tellAll);
    },
  };
  const keep = (error: unknown): void => {
    strays.first ??= error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 2).join('') : String(error);
  };
  if (hearers.size === 0) process.on('uncaughtException', tellAll);
  hearers.add(keep);
  return strays;
}

export interface Strays {
  /** The first error, on one line, if there was one. */
  first: string | undefined;
  /** Stops listening. Such errors then end the process again. */
  stop(): void;
}

/** All hearers, which share one listener: Node.js warns of a leak from eleven on, and tests run more suites at once. */
const hearers = new Set<(error: unknown) => void>();
const tellAll = (error: unknown): void => {
  for (const hear of hearers) hear(error);
};

/** Records errors that an adapter throws outside awaited work. They would end the process with the exit code of a verdict. */
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

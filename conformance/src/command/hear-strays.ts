/** Errors that were thrown where nobody waits for them. */
export interface Strays {
  /** The first error, on one line; undefined if there was none. */
  first: string | undefined;
  /** Lets such errors end the process again. */
  stop(): void;
}

/** Those who hear, with one listener for all: Node.js takes a dozen for a leak, and tests run that many suites at once. */
const hearers = new Set<(error: unknown) => void>();
const tellAll = (error: unknown): void => {
  for (const hear of hearers) hear(error);
};

/** Keeps errors that an adapter throws where nobody waits for them: they would end the process and look like a verdict. */
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

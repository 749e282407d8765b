/** Waits for work, but returns undefined as soon as the run is ended. */
export async function untilInterrupted<Value>(interrupt: AbortSignal, work: Promise<Value>): Promise<Value | undefined> {
  // An aborted signal does not call listeners that are added now.
  if (interrupt.aborted) {
    work.catch(() => {});
    return undefined;
  }
  let stop = (): void => undefined;
  const ended = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
    interrupt.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, ended]);
  } finally {
    interrupt.removeEventListener('abort', stop);
    // Nobody waits for abandoned work, so its error must not end the process.
    work.catch(() => {});
  }
}

/** Waits for a promise, but resolves to undefined as soon as the run is interrupted. */
export async function untilInterrupted<Value>(interrupt: AbortSignal, work: Promise<Value>): Promise<Value | undefined> {
  // If nobody waits for this promise any more, its rejection must not end the process.
  work.catch(() => {});
  // A signal that is already aborted does not call new listeners.
  if (interrupt.aborted) return undefined;
  let stop = (): void => undefined;
  const ended = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
    interrupt.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, ended]);
  } finally {
    interrupt.removeEventListener('abort', stop);
  }
}

/** Signals that are closer than this, in milliseconds, count as one: npm passes on a signal that its child had from the terminal already. */
const oneSignal = 1000;

/** Calls `stop` at the first SIGINT or SIGTERM. At a later one someone is in a hurry: the process ends with 1 at once. */
export function onStopSignal(stop: () => void): void {
  let first: number | undefined;
  const hear = () => {
    if (first === undefined) {
      first = performance.now();
      stop();
    } else if (performance.now() - first > oneSignal) process.exit(1);
  };
  process.on('SIGINT', hear);
  process.on('SIGTERM', hear);
}

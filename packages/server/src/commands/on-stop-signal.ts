/**
 * Signals within this many milliseconds count as one, because npm passes on a signal that its child already received from the
 * terminal.
 */
const oneSignal = 1000;

/** Calls `stop` at the first SIGINT or SIGTERM. A later signal ends the process at once, with exit code 1. */
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

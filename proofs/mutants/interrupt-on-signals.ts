/** Aborts the signal that it returns at Ctrl+C or SIGTERM, and ends the process soon after. Before it is called, they end it at once. */
export function interruptOnSignals(): AbortSignal {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      ending.abort();
      // What is known is on disk; whatever does not end by itself has this long.
      setTimeout(() => process.exit(1), 900).unref();
    });
  return ending.signal;
}

/** The terminal that shows the progress. */
export interface Terminal {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** Shows a line that counts cases and estimates the time left; nothing if the stream is no terminal. */
export function showProgress(terminal: Terminal, total: number, now: () => number = () => performance.now()) {
  const started = now();
  let done = 0;
  let shown = Number.NEGATIVE_INFINITY;
  return {
    step(): void {
      done++;
      if (!terminal.isTTY || now() - shown < 100) return;
      shown = now();
      const left = Math.ceil(((shown - started) / done) * (total - done) * 0.001);
      terminal.write(`\r\u001b[K${done} of ${total} cases, about ${left} s left`);
    },
    end(): void {
      if (terminal.isTTY) terminal.write('\r\u001b[K');
    },
  };
}

import type { Waits } from '../places/waits.ts';

export interface Terminal {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** The time left is estimated only after this share of the cases has ended and this many milliseconds have passed. */
const [shareBefore, timeBefore] = [0.05, 2000];
/** The pace is measured over a recent period of this many milliseconds, because the last cases take longer than the others. */
const window = 3000;
/** If no case has ended for this many milliseconds, the line says what the run is waiting for. */
const quiet = 5000;

/** Shows, on a terminal only, a line with the number of cases that have ended and an estimate of the time left. */
export function showProgress(terminal: Terminal, total: number, now: () => number = () => performance.now(), waits?: Waits) {
  const started = now();
  const latest: number[] = [];
  let done = 0;
  let shown = Number.NEGATIVE_INFINITY;
  let isOver = !terminal.isTTY;
  let ended = started;

  const clear = (): void => {
    if (!isOver) terminal.write('\r\u001b[K');
  };

  function estimate(at: number): string {
    if (done < total * shareBefore || at - started < timeBefore) return '';
    while ((latest[0] ?? at) < at - window) latest.shift();
    const overall = (at - started) / done;
    const recent = Math.min(window, at - started) / Math.max(1, latest.length);
    return `, about ${sayTime(Math.max(overall, recent) * (total - done))} left`;
  }

  return {
    step(): void {
      done++;
      const at = now();
      latest.push(at);
      ended = at;
      if (isOver || at - shown < 100) return;
      shown = at;
      terminal.write(`\r\u001b[K${done} of ${total} cases${estimate(at)}`);
    },
    /** Shows what the run is waiting for if no case has ended recently. Call this every second. */
    tick(): void {
      const wait = waits?.longest();
      if (isOver || wait === undefined || now() - ended < quiet) return;
      const most = Number.isFinite(wait.left) ? `, ${sayTime(wait.left)} at most` : '';
      terminal.write(`\r\u001b[K${done} of ${total} cases, waiting for ${wait.what}${most}`);
    },
    /** Erases the line, so that something else can be printed. The next update shows it again. */
    clear,
    end(): void {
      clear();
      isOver = true;
    },
  };
}

function sayTime(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return seconds > 90 ? `${Math.round(seconds / 60)} min` : `${seconds} s`;
}

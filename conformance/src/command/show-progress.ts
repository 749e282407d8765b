import type { Waits } from '../places/waits.ts';

export interface Terminal {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** The share of the cases that must have ended, and the milliseconds that must have passed, before an estimate makes sense. */
const shareBefore = 0.05;
const timeBefore = 2000;
/** Milliseconds before now over which the pace is measured. The last cases wait longer than the others. */
const window = 3000;

/** Milliseconds without the end of a case after which the line says what the run is waiting for. */
const quiet = 5000;

/** Shows a line that counts cases and estimates the time left. Shows nothing on a stream other than a terminal. */
export function showProgress(terminal: Terminal, total: number, now: () => number = () => performance.now(), waits?: Waits) {
  const started = now();
  const latest: number[] = [];
  let done = 0;
  let shown = Number.NEGATIVE_INFINITY;
  let isOver = !terminal.isTTY;
  let ended = started;

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
    /** Shows what the run is waiting for if no case has ended for a while. Call it each second. */
    tick(): void {
      const wait = waits?.longest();
      if (isOver || wait === undefined || now() - ended < quiet) return;
      const most = Number.isFinite(wait.left) ? `, ${sayTime(wait.left)} at most` : '';
      terminal.write(`\r\u001b[K${done} of ${total} cases, waiting for ${wait.what}${most}`);
    },
    /** Erases the line, so that something else can be printed. The next step shows it again. */
    clear(): void {
      if (!isOver) terminal.write('\r\u001b[K');
    },
    end(): void {
      if (!isOver) terminal.write('\r\u001b[K');
      isOver = true;
    },
  };
}

function sayTime(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return seconds > 90 ? `${Math.round(seconds / 60)} min` : `${seconds} s`;
}
